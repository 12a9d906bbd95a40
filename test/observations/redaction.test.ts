/** A token in every place where one can be: nothing that outlives the exchange holds it. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../src/log.js';
import type { LiveEvent } from '../../src/service.js';
import { scenarioFile } from '../support/scenario-file.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool, discover, message, read, send } from '../support/mcp.js';
import { askOnce } from '../support/raw-http.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TOKEN = 'tok-5f0c9d1e-very-secret';

it('takes a token out of record, live stream, log and file, wherever it stood', async () => {
  const folder = temporaryFolder();
  const leaky = await scenarioFile(
    'leaky',
    `onRequest(exchange) {
      if (exchange.rpc.name === 'echo') throw new Error('saw ' + JSON.stringify(exchange.headers));
    },`,
  );
  const log: LogEntry[] = [];
  const kitchen = await testKitchen({
    db: join(folder, 'kitchen.db'),
    scenarioFolders: [leaky],
    log: (entry) => log.push(entry),
  });
  const live: LiveEvent[] = [];
  kitchen.service.live.subscribe('default', (event) => live.push(event));

  const secretHeaders = {
    authorization: `Bearer ${TOKEN}`,
    cookie: `session=${TOKEN}`,
    'proxy-authorization': `Bearer ${TOKEN}`,
    'mcp-param-token': TOKEN,
    'x-copy': TOKEN,
  };
  const capabilities = { elicitation: {} };
  // Echoed in the answer, and nowhere marked as a secret but in the header.
  await callTool(kitchen, 'echo', { text: `it is ${TOKEN}` }, { headers: secretHeaders });
  await callTool(kitchen, 'echo', { text: 'x', token: TOKEN, deep: [{ api_key: TOKEN }] });
  await discover(kitchen, { path: `/mcp?access_token=${TOKEN}&x=1` });
  await send(
    kitchen,
    message('tools/list', { _meta: { 'example.com/token': TOKEN, password: TOKEN } }),
  );
  const asked = await callTool(kitchen, 'ask', {}, { capabilities });
  await send(
    kitchen,
    message(
      'tools/call',
      {
        name: 'ask',
        arguments: {},
        requestState: asked.json.result.requestState,
        inputResponses: { who: { action: 'accept', content: { password: TOKEN } } },
      },
      { capabilities },
    ),
  );
  await send(kitchen, message('resources/read', { uri: `kitchen://x?token=${TOKEN}` }));
  await read(
    await kitchen.fetch(
      new Request(`${kitchen.url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"token": "${TOKEN}", "cut": "${TOKEN.slice(0, 0)}`,
      }),
    ),
  );
  kitchen.select({ scenario: 'leaky', endSessions: true });
  const thrown = await callTool(kitchen, 'echo', { text: 'x' }, { headers: secretHeaders });
  expect(thrown.status).toBe(500);

  const observations = kitchen.observations();
  expect(observations).toHaveLength(9);
  expect(JSON.stringify(observations)).toContain('[redacted:');
  expect(JSON.stringify(observations)).not.toContain(TOKEN);
  expect(JSON.stringify(live)).not.toContain(TOKEN);
  expect(log.length).toBeGreaterThan(0);
  expect(JSON.stringify(log)).not.toContain(TOKEN);
  expect(JSON.stringify(kitchen.service.sessions('default', { limit: 100 }))).not.toContain(TOKEN);

  kitchen.service.observations('default', { limit: 1 });
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file));
    expect(bytes.includes(TOKEN), `${file} holds the token`).toBe(false);
  }
});

it('tells two tokens apart, and one token from itself', async () => {
  const kitchen = await testKitchen();
  for (const token of ['first-token-1', 'first-token-1', 'second-token-2']) {
    await discover(kitchen, { headers: { authorization: `Bearer ${token}` } });
  }
  const [second, again, first] = kitchen
    .observations()
    .map(({ http }) => http.requestHeaders['authorization']);
  expect(first).toBe(again);
  expect(first).not.toBe(second);
});

it('takes a token out of what a session keeps, when a header of the exchange gives it away', async () => {
  const folder = temporaryFolder();
  const kitchen = await testKitchen({ db: join(folder, 'kitchen.db') });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await callTool(kitchen, TOKEN, {}, { headers, name: TOKEN, version: TOKEN });
  await send(kitchen, message(TOKEN, {}, { name: TOKEN }), { headers });
  const { items } = kitchen.service.sessions('default', { limit: 10 });
  expect(items).toHaveLength(2);
  expect(JSON.stringify(items)).not.toContain(TOKEN);
  expect(JSON.stringify(kitchen.observations())).not.toContain(TOKEN);
  for (const file of await readdir(folder)) {
    expect((await readFile(join(folder, file))).includes(TOKEN), `${file} holds it`).toBe(false);
  }
});

it('takes a token out of prefixed _meta keys, odd header names and the headers of a fault', async () => {
  const kitchen = await testKitchen();
  kitchen.select({
    scenario: 'http_status_sequence',
    params: {
      statusCodes: [503],
      headers: { 'Set-Cookie': `s=${TOKEN}`, 'X-Access-Token': TOKEN },
    },
  });
  await send(kitchen, message('tools/list', { _meta: { 'com.example/authToken': TOKEN } }), {
    headers: { 'x-amz-security-token': `${TOKEN}-2` },
  });
  const [observation] = kitchen.observations();
  expect(observation?.fault).toMatchObject({ kind: 'http_status', status: 503 });
  expect(JSON.stringify(observation)).not.toContain(TOKEN);
});

it.each(['adminToken', 'mcpToken'])(
  'takes its own %s out, although no header shows it',
  async (name) => {
    const folder = temporaryFolder();
    const log: LogEntry[] = [];
    const options = { db: join(folder, 'kitchen.db'), log: (entry: LogEntry) => log.push(entry) };
    const kitchen = await testKitchen({ ...options, [name]: TOKEN });
    const live: LiveEvent[] = [];
    kitchen.service.live.subscribe('default', (event) => live.push(event));
    const params = { name: 'echo', arguments: { text: `it is ${TOKEN}` } };
    const body = JSON.stringify(message('tools/call', params, { name: TOKEN, version: TOKEN }));
    for (const path of ['/mcp', `/mcp?x=${TOKEN}`, `/w/${TOKEN}/mcp`]) {
      await askOnce(kitchen.port, { path, body, moreHeaders: { 'X-Copy': TOKEN } });
    }
    await askOnce(kitchen.port, { path: `/mcp/${TOKEN}`, body });
    const observations = kitchen.observations();
    expect(observations.length).toBeGreaterThanOrEqual(3);
    const sessions = kitchen.service.sessions('default', { limit: 100 });
    expect(JSON.stringify([observations, live, log, sessions])).not.toContain(TOKEN);
    for (const file of await readdir(folder)) {
      expect((await readFile(join(folder, file))).includes(TOKEN), `${file} holds it`).toBe(false);
    }
  },
);
