/** What a page may do whose origin is allowed, or is on this machine: MCP, and only MCP. */
import { describe, expect, test } from 'vitest';
import { openPage, useBrowser } from './chromium.js';
import { CHANGE, expectBlind, MCP_CALL, refusals, scene, SELECTION, SIMPLE_CALL } from './scene.js';

const INITIALIZE = {
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'page', version: '1.0.0' },
    },
  }),
};

describe('a page', () => {
  useBrowser();

  test.each([
    ['of an origin that was allowed', 'app.example'],
    ['of another loopback port', '127.0.0.1'],
    ['of another loopback name', 'localhost'],
  ])('%s uses MCP, and reads what the kitchen marks its answers with', async (_, host) => {
    const { kitchen, page } = await scene(host, (site) => ({
      allowOrigins: [new URL(site.at('app.example')).origin],
      scenario: 'http_status_sequence',
    }));
    kitchen.select({ scenario: 'http_status_sequence' });
    const faulty = await page.ask(kitchen.mcpUrl, MCP_CALL);
    expect(faulty).toMatchObject({
      status: 503,
      type: 'cors',
      headers: { 'kitchen-fault': 'http_status_sequence/http_status' },
    });
    const healthy = await page.ask(kitchen.mcpUrl, MCP_CALL);
    expect(healthy).toMatchObject({ status: 200, text: expect.stringContaining('from a page') });
    const [session] = kitchen.service.sessions('default', { limit: 10 }).items;
    expect(healthy.headers).toMatchObject({ 'kitchen-session': session?.id });
    expect(healthy.headers?.['kitchen-exchange']).toMatch(/^\d+$/);
    expect(refusals(kitchen)).toEqual(['OPTIONS preflight', 'POST null', 'POST null']);
  });

  test('of an allowed origin speaks the 2025 era, and keeps its session', async () => {
    const { kitchen, page } = await scene('app.example', (site) => ({
      allowOrigins: [new URL(site.at('app.example')).origin],
    }));
    const { status, headers } = await page.ask(kitchen.mcpUrl, INITIALIZE);
    const id = headers?.['mcp-session-id'];
    expect([status, typeof id]).toEqual([200, 'string']);
    const ended = await page.ask(kitchen.mcpUrl, {
      method: 'DELETE',
      headers: { 'Mcp-Session-Id': id, 'MCP-Protocol-Version': '2025-11-25' },
    });
    expect(ended.status).toBe(200);
    expect(kitchen.service.sessions('default', { limit: 1 }).items).toMatchObject([
      { endReason: 'deleted' },
    ]);
  });

  test.each([['app.example'], ['127.0.0.1'], ['localhost']])(
    'of %s gets nothing from the admin API',
    async (host) => {
      const { kitchen, page } = await scene(host, (site) => ({
        allowOrigins: [new URL(site.at('app.example')).origin],
      }));
      expectBlind(await page.ask(`${kitchen.url}${SELECTION}`));
      expectBlind(await page.ask(`${kitchen.url}${SELECTION}`, { mode: 'no-cors' }));
      expectBlind(await page.ask(`${kitchen.url}${SELECTION}`, CHANGE));
      expectBlind(await page.ask(`${kitchen.apiUrl}/workspaces`, { method: 'POST' }));
      expect(kitchen.service.selection('default')).toMatchObject({ revision: 1 });
    },
  );

  test('of an allowed origin is not believed once a foreign one has redirected it', async () => {
    const { kitchen, page, site } = await scene('app.example', (own) => ({
      allowOrigins: [new URL(own.at('app.example')).origin],
    }));
    const detour = site.redirect('evil.example', 307, kitchen.mcpUrl);
    expectBlind(await page.ask(detour, SIMPLE_CALL));
    expect(refusals(kitchen)).toEqual(['POST forbidden_origin']);
  });

  test('of the kitchen itself may use the admin API', async () => {
    const { kitchen } = await scene('localhost');
    const page = await openPage(`${kitchen.apiUrl}/health`);
    const read = await page.ask(`${kitchen.url}${SELECTION}`);
    expect(read).toMatchObject({ status: 200, type: 'basic' });
    expect((await page.ask(`${kitchen.url}${SELECTION}`, CHANGE)).status).toBe(200);
    expect(kitchen.service.selection('default').scenario).toBe('tool_error');
  });
});
