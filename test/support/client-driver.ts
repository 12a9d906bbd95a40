/** A client of others behind a common interface, and the situations that each of them is brought into. */
import type { OrderInput } from '../../src/service.js';
import type { TestKitchen } from '../../src/testing/index.js';
import { report, type Report } from './official-client.js';

/** What a test does with a client, whatever its own API is called. */
export interface OpenClient {
  /** Names of the tools. */
  list(): Promise<readonly string[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown>;
  read(uri: string): Promise<unknown>;
  prompt(name: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface ClientDriver {
  /** Name of the npm package. */
  readonly package: string;
  /** What tells apart two drivers of one package. */
  readonly mode?: string;
  /** Connects; rejects as the client does. `asked` takes each form that the client is shown; all are accepted. */
  open(url: string, asked: (message: string) => void): Promise<OpenClient>;
}

/** What a client answers a form with: it fits the default form of `input_required`. */
export const FORM_ANSWER = { approved: true, reason: 'hungry' } as const;

/** What is acted out, in the order of the page. */
export const SITUATIONS = [
  'healthy',
  '503 on a call',
  '503 on the handshake',
  'JSON-RPC error',
  'tool error',
  'input required',
] as const;

export type Situation = (typeof SITUATIONS)[number];

const ORDERS: Readonly<Record<Situation, OrderInput>> = {
  healthy: { scenario: 'baseline' },
  '503 on a call': {
    scenario: 'http_status_sequence',
    params: { statusCodes: [503, 200], body: 'No soup', on: { method: 'tools/call' } },
  },
  '503 on the handshake': {
    scenario: 'http_status_sequence',
    params: { statusCodes: [503, 200], body: 'No soup' },
  },
  'JSON-RPC error': {
    scenario: 'jsonrpc_error',
    params: { code: -32603, message: 'The kitchen is on fire' },
  },
  'tool error': { scenario: 'tool_error', params: { message: 'No table is free.' } },
  'input required': { scenario: 'input_required' },
};

export interface Met {
  /** What each step came to, in order. */
  readonly reports: readonly Report[];
  /** The forms that the client was shown. */
  readonly asked: readonly string[];
  /** In the order of arrival, without the GET streams, which come at any time. */
  readonly exchanges: readonly string[];
  /** Every GET of the session, how it ended. */
  readonly streams: readonly string[];
  readonly protocolVersion: string | null;
}

/** Brings a client into a situation, in a session of its own. */
export async function meet(
  kitchen: TestKitchen,
  driver: ClientDriver,
  situation: Situation,
): Promise<Met> {
  const session = kitchen.order(ORDERS[situation]);
  const asked: string[] = [];
  const visit = async (act: (client: OpenClient) => Promise<unknown>): Promise<unknown> => {
    const client = await driver.open(session.url, (message) => asked.push(message));
    try {
      return await act(client);
    } finally {
      await client.close();
    }
  };
  const reports = await play(situation, visit);
  await settled(kitchen, session.id);
  const observed = session.observations();
  const lines = observed.map(({ rpc, http, outcome, errorCode, fault }) =>
    [rpc.method ?? http.method, http.status ?? '-', outcome, errorCode, fault?.kind]
      .filter((part) => part !== null && part !== undefined)
      .join(' '),
  );
  return {
    reports,
    asked,
    exchanges: lines.filter((line) => !line.startsWith('GET ')),
    streams: lines.filter((line) => line.startsWith('GET ')),
    protocolVersion:
      observed.findLast(({ rpc }) => rpc.method === 'tools/call')?.protocolVersion ?? null,
  };
}

type Visit = (act: (client: OpenClient) => Promise<unknown>) => Promise<unknown>;

async function play(situation: Situation, visit: Visit): Promise<readonly Report[]> {
  const call = (client: OpenClient): Promise<unknown> => client.call('run_scenario', {});
  switch (situation) {
    case 'healthy': {
      const steps = async (client: OpenClient): Promise<readonly Report[]> => [
        await report(() => client.list()),
        await report(() => client.call('echo', { text: 'hello' })),
        await report(() => client.read('kitchen://guide')),
        await report(() => client.prompt('check_connection')),
      ];
      const all: Report[] = [];
      await visit(async (client) => all.push(...(await steps(client))));
      return all;
    }
    case '503 on a call': {
      const all: Report[] = [];
      await visit(async (client) => {
        all.push(await report(() => call(client)), await report(() => call(client)));
      });
      return all;
    }
    case '503 on the handshake':
      return [await report(() => visit(call)), await report(() => visit(call))];
    default:
      return [await report(() => visit(call))];
  }
}

/** Resolves once nothing of the session is open any more. */
async function settled(kitchen: TestKitchen, session: string): Promise<void> {
  for (const { number } of kitchen.observations({ session, limit: 500 })) {
    await kitchen.waitFor((observation) => observation.number === number);
  }
}
