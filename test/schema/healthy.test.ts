/** Whatever the kitchen sends while no fault is active follows the schema of revision 2026-07-28. */
import { expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Observation } from '../../src/observations/observation.js';
import { testKitchen } from '../support/kitchen.js';
import type { Json } from '../support/mcp.js';
import { ALL_CAPABILITIES, connect, recorded, report } from '../support/official-client.js';
import { scenarioFolder, scenarioText } from '../support/scenario-folder.js';
import { askOnce } from '../support/raw-http.js';
import { messageErrors } from '../support/schema.js';

/** A scenario that changes all three lists and injects nothing. */
const OTHER_MENU = scenarioText('other_menu', {
  onRequest: '() => undefined',
  configureServer: `(plan) => {
    plan.tools.delete('echo');
    plan.prompts.delete('check_connection');
    plan.resources.delete('kitchen://guide');
  }`,
});

const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  echo: { text: 'x' },
  add: { a: 1, b: 2 },
  slow: { ms: 2, steps: 2 },
  ship_order: { orderId: 'A', region: 'Zürich' },
  log: { count: 2 },
};

/** One use of every method and tool, unhappy ends included. */
async function useEverything(kitchen: Kitchen): Promise<void> {
  const client = await connect(kitchen, {
    mode: { pin: '2026-07-28' },
    capabilities: ALL_CAPABILITIES,
    answer: () => ({ action: 'accept', content: { name: 'Ada', approved: true } }),
  });
  const subscription = await client.listen({
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ['kitchen://guide'],
  });
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    await client.callTool(
      {
        name,
        arguments: ARGUMENTS[name] ?? {},
        _meta: { 'io.modelcontextprotocol/logLevel': 'debug' },
      },
      { onprogress: () => undefined },
    );
  }
  await client.listResources();
  await client.listResourceTemplates();
  await client.listPrompts();
  for (const uri of ['kitchen://guide', 'kitchen://plate.png', 'kitchen://recipes/soup']) {
    await client.readResource({ uri });
  }
  await client.getPrompt({ name: 'check_connection' });
  await client.getPrompt({ name: 'plan_meal', arguments: { dish: 'soup' } });
  for (const ref of [
    { type: 'ref/prompt', name: 'plan_meal' },
    { type: 'ref/resource', uri: 'kitchen://recipes/{dish}' },
  ] as const) {
    await client.complete({ ref, argument: { name: 'dish', value: 's' } });
  }
  const unhappy = [
    () => client.callTool({ name: 'nothing', arguments: {} }),
    () => client.callTool({ name: 'add', arguments: {} }),
    () => client.readResource({ uri: 'kitchen://nothing' }),
    () => client.getPrompt({ name: 'nothing' }),
    () => client.getPrompt({ name: 'plan_meal' }),
  ];
  for (const attempt of unhappy) await report(attempt);
  // Each of the three lists changes.
  kitchen.select({ scenario: 'other_menu' });
  await subscription.close();
  await client.close();
}

/** What only a client can get that makes mistakes. */
async function makeMistakes(kitchen: Kitchen): Promise<void> {
  const capabilities = {};
  const client = await connect(kitchen, { mode: { pin: '2026-07-28' }, capabilities });
  await report(() => client.callTool({ name: 'ask', arguments: {} }));
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const say = (message: unknown, headers: Record<string, string> = {}): Promise<unknown> =>
    askOnce(kitchen.port, {
      body: typeof message === 'string' ? message : JSON.stringify(message),
      moreHeaders: headers,
    });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  await say('{"jsonrpc"');
  await say([{ ...list, params: { _meta: meta } }]);
  await say(list);
  await say({ ...list, params: { _meta: meta } }, { 'mcp-method': 'prompts/list' });
  await say({ ...list, method: 'tools/burn', params: { _meta: meta } });
  const version = '2099-01-01';
  const future = { ...meta, 'io.modelcontextprotocol/protocolVersion': version };
  await say({ ...list, params: { _meta: future } }, { 'mcp-protocol-version': version });
}

function messagesOf({ response, rpc }: Observation): Json[] {
  const body = response.body ?? '';
  expect(response.truncated, `the answer to ${String(rpc.method)} was recorded whole`).toBe(false);
  if (body === '') return [];
  if (response.contentType !== 'text/event-stream') return [JSON.parse(body)];
  return body.split('\n').flatMap((line) => {
    return line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : [];
  });
}

/**
 * Where a request has no readable id the SDK answers with `null`, as JSON-RPC 2.0 asks (section 5); the schema knows
 * only the member that is left out.
 */
function withoutNullId(message: Json, { rpc }: Observation): Json {
  if (message.id !== null || rpc.id !== null) return message;
  const { id: _, ...rest } = message;
  return rest;
}

it('every message of every method and tool is valid', async () => {
  const folder = await scenarioFolder({ 'other_menu.js': OTHER_MENU });
  const kitchen = await testKitchen({ scenarioFolders: [folder], recordCapBytes: 1_000_000 });
  await useEverything(kitchen);
  await makeMistakes(kitchen);
  await recorded(kitchen);

  const seen = new Set<string>();
  const errors: string[] = [];
  for (const observation of kitchen.observations({ after: 0, limit: 500 })) {
    expect(observation.fault).toBeNull();
    expect(observation.refused).toBeNull();
    const method = observation.rpc.method ?? 'none';
    for (const message of messagesOf(observation)) {
      seen.add(message.method ?? (message.error ? String(message.error.code) : method));
      for (const error of messageErrors(method, withoutNullId(message, observation))) {
        errors.push(`${method}: ${error}: ${JSON.stringify(message)}`);
      }
    }
  }
  expect(errors).toEqual([]);
  expect([...seen].toSorted()).toEqual(
    [
      '-32020',
      '-32021',
      '-32022',
      '-32600',
      '-32601',
      '-32602',
      '-32700',
      'completion/complete',
      'notifications/message',
      'notifications/progress',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/subscriptions/acknowledged',
      'notifications/tools/list_changed',
      'prompts/get',
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/templates/list',
      'server/discover',
      'tools/call',
      'tools/list',
    ].toSorted(),
  );
});

it('the final result of a listen stream is valid', async () => {
  const kitchen = await testKitchen();
  const client = await connect(kitchen, { mode: { pin: '2026-07-28' } });
  const subscription = await client.listen({ toolsListChanged: true });
  const finished = kitchen.waitFor(({ rpc }) => rpc.method === 'subscriptions/listen');
  await kitchen.close();
  expect(await subscription.closed).toBe('graceful');
  const messages = messagesOf(await finished);
  expect(messages.at(-1)).toHaveProperty('result');
  expect(messages.flatMap((message) => messageErrors('subscriptions/listen', message))).toEqual([]);
});
