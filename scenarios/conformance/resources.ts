/** The resources of the suite: text, binary, one to watch, and a template. */
import type { ResourceEntry } from 'mcp-fault-kitchen';
import { PNG } from './media.js';

export const RESOURCES: readonly ResourceEntry[] = [
  {
    name: 'static-text',
    uri: 'test://static-text',
    template: false,
    title: 'Text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: ({ href: uri }) => {
      const text = 'This is the content of the static text resource.';
      return { contents: [{ uri, mimeType: 'text/plain', text }] };
    },
  },
  {
    name: 'static-binary',
    uri: 'test://static-binary',
    template: false,
    title: 'Picture',
    description: 'A picture that never changes.',
    mimeType: 'image/png',
    read: ({ href: uri }) => ({ contents: [{ uri, mimeType: 'image/png', blob: PNG }] }),
  },
  {
    name: 'watched-resource',
    uri: 'test://watched-resource',
    template: false,
    title: 'Watched text',
    description: 'A text that a client can subscribe to.',
    mimeType: 'text/plain',
    read: ({ href: uri }) => {
      return { contents: [{ uri, mimeType: 'text/plain', text: 'Watched resource content' }] };
    },
  },
  {
    name: 'template',
    uri: 'test://template/{id}/data',
    template: true,
    title: 'Data by id',
    description: 'Data made for the id in its URI.',
    mimeType: 'application/json',
    read: ({ href: uri }, { id }) => {
      const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` });
      return { contents: [{ uri, mimeType: 'application/json', text }] };
    },
  },
];
