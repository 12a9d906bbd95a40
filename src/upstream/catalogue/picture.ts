/** The tool `picture`: image content. */
import { z } from 'zod';
import { defineTool, textBlock } from './entry.js';
import { PLATE_PNG } from './plate.js';

export const picture = defineTool({
  name: 'picture',
  title: 'Show a picture',
  description:
    'Returns a small PNG picture of a plate and a line of text. Use it to check that image content is shown.',
  inputSchema: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  handle: () => ({
    content: [
      { type: 'image', data: PLATE_PNG, mimeType: 'image/png' },
      textBlock('A white plate on an orange table, 16 by 16 pixels.'),
    ],
  }),
});
