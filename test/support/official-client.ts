/** The official client over a real socket, what it reports, and what the kitchen recorded meanwhile. */
import {
  Client,
  type ClientCapabilities,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Json } from './mcp.js';

/** The two modes in which the client speaks revision 2026-07-28. */
export const MODES: readonly { mode: VersionNegotiationMode; named: string }[] = [
  { named: 'pinned', mode: { pin: '2026-07-28' } },
  { named: 'auto', mode: 'auto' },
];

export const ALL_CAPABILITIES: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
};

export interface ConnectOptions {
  readonly mode: VersionNegotiationMode;
  readonly url?: string;
  /** Default: all. */
  readonly capabilities?: ClientCapabilities;
  /** Answers a form or a URL; the default accepts the default form of `input_required`. */
  readonly answer?: (params: Asked) => ElicitResult;
}

export interface Asked {
  readonly mode?: string | undefined;
  readonly message: string;
  readonly url?: string;
  readonly requestedSchema?: unknown;
}

const ACCEPT: ElicitResult = { action: 'accept', content: { approved: true, reason: 'fine' } };
const accept = ({ mode }: Asked): ElicitResult => (mode === 'url' ? { action: 'accept' } : ACCEPT);

/** Rejects as the client does. Closed when the test is over. */
export async function connect(kitchen: Kitchen, options: ConnectOptions): Promise<Client> {
  const { mode, url = kitchen.mcpUrl, capabilities = ALL_CAPABILITIES, answer = accept } = options;
  const client = new Client(
    { name: 'official', version: '2.4.0' },
    { versionNegotiation: { mode }, capabilities },
  );
  if (capabilities.elicitation) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  }
  if (capabilities.sampling) {
    client.setRequestHandler('sampling/createMessage', () => ({
      role: 'assistant',
      model: 'a-model',
      content: { type: 'text', text: 'Rome' },
    }));
  }
  if (capabilities.roots) {
    client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///menu' }] }));
  }
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

/** What a caller of the client sees: the value, or the error with its class, code and message. */
export type Report =
  | { readonly returned: Json }
  | {
      readonly threw: string;
      readonly code: unknown;
      readonly message: string;
      readonly data: unknown;
    };

export async function report(run: () => Promise<unknown>): Promise<Report> {
  try {
    return { returned: await run() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code, statusCode, data, message }: Json = error;
    return { threw: error.constructor.name, code: code ?? statusCode, message, data };
  }
}

/** One exchange in a line: `method status OUTCOME [error code] [fault]`. */
export async function recorded(kitchen: Kitchen): Promise<readonly string[]> {
  for (const { state, number } of kitchen.observations({ limit: 500 })) {
    if (state === 'open') await kitchen.waitFor((observation) => observation.number === number);
  }
  return kitchen
    .observations({ after: 0, limit: 500 })
    .map(({ rpc, http, outcome, errorCode, fault }) =>
      [rpc.method ?? http.method, http.status ?? '-', outcome, errorCode, fault?.kind]
        .filter((part) => part !== null && part !== undefined)
        .join(' '),
    );
}
