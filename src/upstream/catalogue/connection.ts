/** The tool `connection`: how the caller looks from here. */
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { defineTool, structured } from './entry.js';
import { reportHeaders } from './mirrored-headers.js';

const INPUT_KINDS = ['form', 'url', 'sampling', 'roots'] as const;

const Capabilities = z
  .looseObject({
    elicitation: z.looseObject({}).optional(),
    sampling: z.looseObject({}).optional(),
    roots: z.looseObject({}).optional(),
  })
  .catch({});

export const connection = defineTool({
  name: 'connection',
  title: 'Describe the connection',
  description:
    'Reports what the server sees of the caller: protocol era and version, client, capabilities, and the protocol headers compared with the body. Use it to find out why a client and this server do not understand each other.',
  inputSchema: z.object({}),
  outputSchema: z.object({
    era: z.enum(['modern', 'legacy']).describe('modern: 2026-07-28 and later.'),
    protocolVersion: z.string().nullable().describe('The version that the request names.'),
    protocolVersions: z
      .array(z.string())
      .describe('The versions that the server speaks, newest first.'),
    client: z
      .object({ name: z.string(), version: z.string().nullable() })
      .describe('Who calls, by its own account.'),
    capabilities: z
      .record(z.string(), z.unknown())
      .describe('What the client declared with this request, or with initialize.'),
    multiRoundTrips: z
      .object({
        possible: z.boolean().describe('Whether the server may ask for anything.'),
        kinds: z.array(z.enum(INPUT_KINDS)).describe('What it may ask for.'),
      })
      .describe('Whether the server can ask the user something while a call runs.'),
    headers: z
      .array(
        z.object({
          name: z.string(),
          value: z.string(),
          matchesBody: z
            .boolean()
            .nullable()
            .describe('null: nothing in the body to compare with.'),
        }),
      )
      .describe('The protocol headers that arrived.'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  handle: (_args, { arrival, declared, protocolVersions }) => {
    const said = arrival.rpc.meta?.[CLIENT_CAPABILITIES_META_KEY] ?? declared;
    const capabilities = Capabilities.parse(said);
    const kinds = allowedKinds(capabilities);
    return structured({
      era: arrival.era,
      protocolVersion: arrival.protocolVersion,
      protocolVersions: [...protocolVersions],
      client: { name: arrival.client.name, version: arrival.client.version },
      capabilities,
      multiRoundTrips: { possible: kinds.length > 0, kinds },
      headers: reportHeaders(arrival),
    });
  },
});

/** A bare `elicitation: {}` means forms (client/elicitation#capabilities). */
function allowedKinds({ elicitation, sampling, roots }: z.output<typeof Capabilities>): string[] {
  const url = elicitation !== undefined && 'url' in elicitation;
  const form = elicitation !== undefined && ('form' in elicitation || !url);
  const allowed = { form, url, sampling: sampling !== undefined, roots: roots !== undefined };
  return INPUT_KINDS.filter((kind) => allowed[kind]);
}
