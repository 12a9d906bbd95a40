/** The catalogue's resources: text, binary, and a template with completion. */
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ResourceEntry } from '../plan.js';
import { dishesLike, RECIPES } from './dishes.js';
import { PLATE_PNG } from './plate.js';

const GUIDE = `# MCP Fault Kitchen

This server speaks the Model Context Protocol and misbehaves on purpose, as its operator chose.

- \`run_scenario\` is the tool that faults aim at unless told otherwise.
- \`connection\` shows what the server sees of the client.
- Each answer that was spoilt on purpose says so in the header \`Kitchen-Fault\`.
`;

const guide: ResourceEntry = {
  name: 'guide',
  uri: 'kitchen://guide',
  template: false,
  title: 'Guide',
  description: 'What this server is for. Read it first when its answers look odd.',
  mimeType: 'text/markdown',
  read: (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/markdown', text: GUIDE }] }),
};

const plate: ResourceEntry = {
  name: 'plate',
  uri: 'kitchen://plate.png',
  template: false,
  title: 'Plate',
  description: 'A small picture. Read it to check that binary resources arrive whole.',
  mimeType: 'image/png',
  read: (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PLATE_PNG }] }),
};

const recipe: ResourceEntry = {
  name: 'recipe',
  uri: 'kitchen://recipes/{dish}',
  template: true,
  title: 'Recipe',
  description: 'How to cook one dish. Completion knows the dishes.',
  mimeType: 'text/plain',
  complete: { dish: dishesLike },
  read: (uri, { dish }) => {
    const text = typeof dish === 'string' ? RECIPES.get(dish) : undefined;
    if (text === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
  },
};

export const RESOURCES: readonly ResourceEntry[] = [guide, plate, recipe];
