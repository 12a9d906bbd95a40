/** Plays one case: selects the scenario, calls a tool with the official client, and reads the record. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { DemoCase, Row } from './cases.js';
import { readIsError } from './read-is-error.js';

export interface Played {
  readonly label: string;
  readonly row: Row;
  /** What is not as it must be. */
  readonly differences: readonly string[];
}

export async function playCase(kitchen: Kitchen, demoCase: DemoCase): Promise<readonly Played[]> {
  const { scenario, params, calls } = demoCase;
  kitchen.select({ scenario, params });
  const questions = { answered: 0 };
  const client = await connect(kitchen.mcpUrl, questions);
  const played: Played[] = [];
  for (const [index, expected] of calls.entries()) {
    const before = kitchen.observations({ limit: 1 })[0]?.number ?? 0;
    const reported = await call(client, questions);
    const row = { ...readWire(kitchen, before), client: reported };
    const label = calls.length === 1 ? scenario : `${scenario}, call ${String(index + 1)}`;
    played.push({ label, row, differences: compare(row, expected) });
  }
  await client.close();
  return played;
}

/** A client of revision 2026-07-28 that accepts every form it is shown. */
async function connect(mcpUrl: string, questions: { answered: number }): Promise<Client> {
  const client = new Client(
    { name: 'demo', version: '1.0.0' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      capabilities: { elicitation: { form: {} } },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.answered += 1;
    const content: Record<string, string | boolean> = {};
    const fields = 'requestedSchema' in params ? params.requestedSchema.properties : {};
    for (const [name, { type }] of Object.entries(fields)) {
      content[name] = type === 'boolean' ? true : 'Because.';
    }
    return { action: 'accept', content };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  return client;
}

/** Calls the tool that faults aim at, and says what the client reports. */
async function call(client: Client, questions: { answered: number }): Promise<string> {
  questions.answered = 0;
  try {
    const { isError } = await client.callTool({ name: 'run_scenario', arguments: {} });
    if (isError === true) return 'returned isError';
    if (questions.answered === 0) return 'returned';
    return `returned after ${String(questions.answered)} question`;
  } catch (error) {
    if (!(error instanceof Error)) return `threw ${String(error)}`;
    const code = 'code' in error ? ` ${String(error.code)}` : '';
    return `threw ${error.constructor.name}${code}`;
  }
}

/** What went over the wire since an observation, as the kitchen recorded it. */
function readWire(kitchen: Kitchen, after: number): Omit<Row, 'client'> {
  const exchanges = kitchen.observations({ after, method: 'tools/call' });
  return {
    http: exchanges.map(({ http }) => http.status),
    errorCode: exchanges.map(({ errorCode }) => errorCode),
    resultType: exchanges.map(({ resultType }) => resultType),
    isError: exchanges.map(({ response }) => readIsError(response)),
    outcome: exchanges.map(({ outcome }) => outcome),
  };
}

function compare(row: Row, expected: Row): readonly string[] {
  const differences: string[] = [];
  const must = new Map<string, unknown>(Object.entries(expected));
  for (const [field, value] of Object.entries(row)) {
    const [is, wanted] = [JSON.stringify(value), JSON.stringify(must.get(field))];
    if (is !== wanted) differences.push(`${field} is ${is}, but must be ${wanted}`);
  }
  return differences;
}
