/** The tool `ship_order`: arguments that the client mirrors in headers (server/tools#x-mcp-header). */
import { z } from 'zod';
import { defineTool, structured } from './entry.js';

export const shipOrder = defineTool({
  name: 'ship_order',
  title: 'Ship an order',
  description:
    'Pretends to ship an order and returns where it goes; nothing is sent. Use it to try arguments that travel in HTTP headers as well: region, parcels and express. A region like "Zürich" needs the Base64 form there.',
  inputSchema: z.object({
    orderId: z.string().min(1).max(100).describe('Which order, say "A-17".'),
    region: z
      .string()
      .max(200)
      .meta({ 'x-mcp-header': 'Region' })
      .describe('Where the order goes, any text; mirrored in Mcp-Param-Region.'),
    parcels: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ 'x-mcp-header': 'Parcels' })
      .describe('How many parcels (1 to 1,000, 1 if left out); mirrored in Mcp-Param-Parcels.'),
    express: z
      .boolean()
      .optional()
      .meta({ 'x-mcp-header': 'Express' })
      .describe('Whether it is urgent (false if left out); mirrored in Mcp-Param-Express.'),
  }),
  outputSchema: z.object({
    orderId: z.string().describe('The order.'),
    region: z.string().describe('Where it goes.'),
    parcels: z.int().describe('How many parcels.'),
    express: z.boolean().describe('Whether it is urgent.'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  handle: ({ orderId, region, parcels = 1, express = false }) =>
    structured({ orderId, region, parcels, express }),
});
