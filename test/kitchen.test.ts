/** The server as a whole, over a real socket. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import inputRequired from '../scenarios/input_required.js';
import { createKitchen } from '../src/kitchen.js';
import { checkParams } from '../src/scenario/check-params.js';
import { openSqliteStore } from '../src/store/sqlite-store.js';
import { testKitchen } from './support/kitchen.js';
import { headersFor, message } from './support/mcp.js';
import { scenarioFolder } from './support/scenario-folder.js';

describe('a kitchen', () => {
  it('answers on its port, and its record tells of it', async () => {
    const kitchen = await testKitchen();
    const body = message('tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const response = await fetch(kitchen.mcpUrl, {
      method: 'POST',
      headers: headersFor(body),
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    const observation = await kitchen.waitFor((candidate) => candidate.rpc.name === 'echo');
    expect(observation).toMatchObject({
      workspace: 'default',
      session: response.headers.get('kitchen-session'),
      state: 'finished',
      outcome: 'TOOL_SUCCESS',
      layer: 'application',
      fault: null,
      closedBy: null,
      counters: { post: 1, method: 1, call: 1, round: null },
    });
    expect(String(observation.number)).toBe(response.headers.get('kitchen-exchange'));
    expect(observation.request.body).toBe(JSON.stringify(body));
    expect(observation.response.body).toBe(await response.text());
  });

  it('has an admin API beside it', async () => {
    const kitchen = await testKitchen();
    const saved = await fetch(`${kitchen.apiUrl}/workspaces/default/selection`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario: 'http_status_sequence', params: { statusCodes: [429] } }),
    });
    expect(saved.status).toBe(200);
    expect(await saved.json()).toMatchObject({ scenario: 'http_status_sequence', revision: 1 });
    const body = message('server/discover');
    const init = { method: 'POST', headers: headersFor(body), body: JSON.stringify(body) };
    const response = await fetch(kitchen.mcpUrl, init);
    expect(response.status).toBe(429);
    expect(response.headers.get('kitchen-fault')).toBe('http_status_sequence/http_status');
  });

  it('answers 400 to admin bodies that are nested without end', async () => {
    const kitchen = await testKitchen();
    for (const body of ['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`]) {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body };
      expect((await fetch(`${kitchen.apiUrl}/workspaces`, init)).status).toBe(400);
    }
  });

  it('has workspaces of their own, and a hint for a misspelt one', async () => {
    const kitchen = await testKitchen();
    kitchen.select({ scenario: 'tool_error', workspace: 'left' });
    const body = message('tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const init = { method: 'POST', headers: headersFor(body), body: JSON.stringify(body) };
    const left = await fetch(`${kitchen.url}/w/left/mcp`, init);
    expect(left.headers.get('kitchen-fault')).toBe('tool_error/tool_error');
    const typo = await fetch(`${kitchen.url}/w/lfet/mcp`, init);
    expect(typo.status).toBe(404);
    expect(await typo.text()).toContain('There is no workspace lfet');
    expect(kitchen.observations()[0]).toMatchObject({
      refused: 'unknown_workspace',
      session: null,
    });
  });

  it('opens workspaces on first use when it is told to', async () => {
    const kitchen = await testKitchen({ openWorkspaces: true });
    const body = message('server/discover');
    const init = { method: 'POST', headers: headersFor(body), body: JSON.stringify(body) };
    expect((await fetch(`${kitchen.url}/w/fresh/mcp`, init)).status).toBe(200);
    expect(kitchen.service.workspaces().map(({ name }) => name)).toContain('fresh');
  });

  it('says in one line that its port is taken', async () => {
    const kitchen = await testKitchen();
    await expect(createKitchen({ port: kitchen.port, db: ':memory:' })).rejects.toThrow(
      `127.0.0.1:${String(kitchen.port)} is taken: stop what listens there, or choose another --port.`,
    );
  });

  it('says what is wrong with the scenario it shall start with', async () => {
    await expect(createKitchen({ port: 0, scenario: 'tool_eror' })).rejects.toThrow(
      'There is no scenario "tool_eror". Did you mean tool_error?',
    );
    const params = { statusCodes: [99] };
    await expect(
      createKitchen({ port: 0, scenario: 'http_status_sequence', params }),
    ).rejects.toThrow(/params\.statusCodes\[0\]/);
  });

  it('leaves a database as it was where its port is taken', async () => {
    const file = await databaseFile();
    const first = await createKitchen({ port: 0, db: file });
    first.select({ scenario: 'tool_error' });
    await first.close();
    const other = await testKitchen();
    await expect(
      createKitchen({ port: other.port, db: file, scenario: 'jsonrpc_error' }),
    ).rejects.toThrow('is taken');
    const again = await testKitchen({ db: file });
    expect(again.service.selection('default')).toMatchObject({ scenario: 'tool_error' });
  });

  it('leaves its port where the scenario it shall start with is wrong', async () => {
    const first = await createKitchen({ port: 0 });
    await first.close();
    const { port } = first;
    await expect(createKitchen({ port, db: ':memory:', scenario: 'tool_eror' })).rejects.toThrow(
      'Did you mean tool_error?',
    );
    const kitchen = await testKitchen({ port });
    expect(kitchen.port).toBe(port);
  });

  it('is healthy again where a stored selection aims at what the catalogue no longer has', async () => {
    const file = await databaseFile();
    const store = openSqliteStore({ file });
    const checked = checkParams(inputRequired, { name: 'gone' });
    if (!checked.ok) throw new Error('The schema alone takes the name.');
    store.saveSelection('default', {
      scenario: 'input_required',
      params: checked.params,
      seed: 1,
      newSessionOn: 'handshake',
      revision: 4,
      updatedAt: new Date(0).toISOString(),
    });
    store.close();
    const kitchen = await testKitchen({ db: file });
    expect(kitchen.service.selection('default')).toMatchObject({
      scenario: 'baseline',
      revision: 4,
    });
  });

  it('refuses a param that hides behind a name that JavaScript treats apart', async () => {
    const kitchen = await testKitchen();
    const refused = await fetch(`${kitchen.apiUrl}/workspaces/default/selection`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"scenario":"baseline","params":{"__proto__":{"delayMs":5}}}',
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      code: 'invalid_params',
      errors: [{ path: 'params.__proto__', message: expect.stringMatching(/^Unknown key/) }],
    });
  });

  it('ends what it says about wrong params with one full stop', async () => {
    const kitchen = await testKitchen();
    const saying = (params: object): string => {
      try {
        kitchen.select({ scenario: 'input_required', params: { ...params } });
      } catch (error) {
        if (error instanceof Error) return error.message;
      }
      throw new Error('It was taken.');
    };
    expect(saying({ rounds: [{ state: false }] })).toMatch(/[^.]\.$/);
    expect(saying({ name: 5 })).toMatch(/[^.]\.$/);
  });
});

async function databaseFile(): Promise<string> {
  return join(await scenarioFolder({}), 'kitchen.db');
}
