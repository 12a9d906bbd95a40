/** A page of another origin can neither read nor steer the kitchen, whatever it tries. */
import { describe, expect, test } from 'vitest';
import { openPage, useBrowser } from './chromium.js';
import {
  CHANGE,
  expectBlind,
  expectUntouched,
  MCP_CALL,
  refusals,
  scene,
  SELECTION,
  SIMPLE_CALL,
} from './scene.js';

const EVIL = 'evil.example';
const ENCODINGS = [
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
] as const;

/** What another page would order, if it could. */
const ORDER = { method: 'POST', body: '{"scenario":"tool_error"}' };

/** Field name and value that make JSON of a `text/plain` form. */
function jsonField(json: string): Readonly<Record<string, string>> {
  return { [`${json.slice(0, -1)},"x":"`]: '"}' };
}

describe('a page of another origin', () => {
  useBrowser();

  test('posts forms to the MCP address in vain', async () => {
    const { kitchen, page } = await scene(EVIL);
    for (const enctype of ENCODINGS) {
      const form = { action: kitchen.mcpUrl, enctype, fields: jsonField(SIMPLE_CALL.body) };
      expect(await page.submitForm(form)).toEqual({ readable: false });
    }
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(ENCODINGS.map(() => 'POST forbidden_origin'));
  });

  test('posts forms to the admin API in vain', async () => {
    const { kitchen, page } = await scene(EVIL);
    const { id } = kitchen.order({ scenario: 'baseline', key: 'mine' });
    const sessions = `${kitchen.apiUrl}/workspaces/default/sessions`;
    for (const enctype of ENCODINGS) {
      const order = { '{"scenario":"tool_error","params":{"message":"': '"}}' };
      for (const form of [
        { action: sessions, enctype, fields: order },
        { action: `${sessions}/end`, enctype, fields: {} },
      ]) {
        expect(await page.submitForm(form)).toEqual({ readable: false });
      }
    }
    const { items } = kitchen.service.sessions('default', { limit: 10 });
    expect(items).toMatchObject([{ id, endedAt: null }]);
  });

  test('gains nothing by hiding where it is: the origin null is refused', async () => {
    const { kitchen, page } = await scene(EVIL);
    const form = { enctype: 'text/plain', fields: jsonField(SIMPLE_CALL.body) };
    const hidden = { ...form, action: kitchen.mcpUrl, referrerPolicy: 'no-referrer' };
    expect(await page.submitForm(hidden)).toEqual({ readable: false });
    expectBlind(await page.askSandboxed(kitchen.mcpUrl, SIMPLE_CALL));
    expectBlind(await page.askSandboxed(`${kitchen.url}${SELECTION}`));
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(['POST forbidden_origin', 'POST forbidden_origin']);
    const origins = kitchen.observations().map(({ http }) => http.requestHeaders['origin']);
    expect(origins).toEqual(['null', 'null']);
  });

  test('sends JSON as text/plain in vain', async () => {
    const { kitchen, page } = await scene(EVIL);
    expectBlind(await page.ask(kitchen.mcpUrl, SIMPLE_CALL));
    expectBlind(await page.ask(`${kitchen.apiUrl}/workspaces/default/sessions`, ORDER));
    expect(await page.beacon(kitchen.mcpUrl, SIMPLE_CALL.body)).toBe(true);
    await kitchen.waitFor(({ number }) => number === 2);
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(['POST forbidden_origin', 'POST forbidden_origin']);
  });

  test('asks without CORS in vain: what comes back is opaque', async () => {
    const { kitchen, page } = await scene(EVIL);
    const blind = { mode: 'no-cors' };
    expectBlind(await page.ask(kitchen.mcpUrl, { ...SIMPLE_CALL, ...blind }));
    expectBlind(await page.ask(kitchen.mcpUrl, blind));
    const sessions = `${kitchen.apiUrl}/workspaces/default/sessions`;
    expectBlind(await page.ask(sessions, { ...ORDER, ...blind }));
    // What the admin API says does not even reach the page's process.
    expect(await page.ask(`${kitchen.url}${SELECTION}`, blind)).toEqual({ failed: 'TypeError' });
    expectUntouched(kitchen);
    expect(refusals(kitchen)[0]).toBe('POST forbidden_origin');
  });

  test('asks for a preflight in vain, at every address', async () => {
    const { kitchen, page } = await scene(EVIL);
    expectBlind(await page.ask(kitchen.mcpUrl, MCP_CALL));
    expectBlind(await page.ask(`${kitchen.url}${SELECTION}`, CHANGE));
    expectBlind(await page.ask(`${kitchen.url}${SELECTION}`, { method: 'DELETE' }));
    const created = { ...CHANGE, method: 'POST', body: '{"name":"evil"}' };
    expectBlind(await page.ask(`${kitchen.apiUrl}/workspaces`, created));
    const withToken = { headers: { Authorization: 'Bearer guessed' } };
    expectBlind(await page.ask(`${kitchen.apiUrl}/scenarios`, withToken));
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(['OPTIONS forbidden_origin']);
  });

  test('opens no WebSocket', async () => {
    const { kitchen, page } = await scene(EVIL);
    for (const url of [kitchen.mcpUrl, kitchen.apiUrl, `${kitchen.apiUrl}/health`]) {
      expect(await page.openSocket(url.replace('http:', 'ws:'))).toBe('error');
    }
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(['GET forbidden_origin']);
  });

  test('watches no live stream', async () => {
    const { kitchen, page } = await scene(EVIL);
    const stream = `${kitchen.apiUrl}/workspaces/default/observations/stream`;
    expect(await page.openEvents(stream)).toBe('error');
    expect(await page.openEvents(kitchen.mcpUrl)).toBe('error');
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(['GET forbidden_origin']);
  });

  test('is not led in by a redirect of its own', async () => {
    const { kitchen, page, site } = await scene(EVIL);
    for (const status of [302, 307, 308] as const) {
      const toMcp = site.redirect(EVIL, status, kitchen.mcpUrl);
      const toApi = site.redirect(EVIL, status, `${kitchen.url}${SELECTION}`);
      expectBlind(await page.ask(toMcp, SIMPLE_CALL));
      expectBlind(await page.ask(toMcp, MCP_CALL));
      expectBlind(await page.ask(toApi, CHANGE));
      const form = { enctype: 'text/plain', fields: jsonField(SIMPLE_CALL.body) };
      expect(await page.submitForm({ ...form, action: toMcp })).toEqual({ readable: false });
    }
    expectUntouched(kitchen);
    const seen = new Set(refusals(kitchen));
    expect(seen).toContain('POST forbidden_origin');
    expect(seen).toContain('OPTIONS forbidden_origin');
  });

  test('is shown nothing that it can read in frames, images, scripts and styles', async () => {
    const { kitchen, page } = await scene(EVIL);
    for (const url of [kitchen.mcpUrl, `${kitchen.url}${SELECTION}`, `${kitchen.apiUrl}/health`]) {
      expect(await page.embed('iframe', url)).toMatchObject({ readable: false });
      for (const tag of ['img', 'script', 'link']) {
        expect(await page.embed(tag, url)).toEqual({ ended: 'error', readable: false });
      }
    }
    expectUntouched(kitchen);
    expect(new Set(refusals(kitchen))).not.toContain('GET null');
  });

  test('learns nothing by making its own name mean this machine', async () => {
    const { kitchen } = await scene(EVIL);
    const rebound = `http://rebind.example:${String(kitchen.port)}`;
    // The kitchen's own refusal is a page of that name: for the browser, same origin.
    const page = await openPage(`${rebound}/mcp`);
    for (const [path, init] of [
      ['/mcp', MCP_CALL],
      ['/w/default/mcp', MCP_CALL],
      [SELECTION, CHANGE],
      [SELECTION, { method: 'GET' }],
      ['/api/health', { method: 'GET' }],
    ] as const) {
      const seen = await page.ask(`${rebound}${path}`, init);
      expect([path, seen.status]).toEqual([path, 403]);
      expect(seen.text).toContain('forbidden_host');
      expect(seen.text).not.toContain('baseline');
    }
    expectUntouched(kitchen);
    expect(refusals(kitchen)).toEqual(
      ['GET', 'POST', 'POST'].map((verb) => `${verb} forbidden_host`),
    );
  });
});
