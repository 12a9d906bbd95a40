import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Observation } from '../../src/observations/observation.js';
import { testKitchen } from '../support/kitchen.js';
import { headersFor, message, type Json } from '../support/mcp.js';

/** Orders a session that answers calls with addresses of canaries, and asks for them at `host`. */
async function canariesOf(
  kitchen: Kitchen,
  host = `127.0.0.1:${String(kitchen.port)}`,
): Promise<{ readonly own: string; readonly foreign: string; readonly session: string }> {
  const result = { own: '{{canary}}', foreign: '{{foreignCanary}}/x' };
  const { url } = kitchen.order({
    scenario: 'script',
    params: { rules: [{ on: { method: 'tools/call' }, do: { result: { result } } }] },
  });
  const body = message('tools/call', { name: 'echo', arguments: { text: '' } });
  const response = await fetch(url.replace(/127\.0\.0\.1:\d+/, host), {
    method: 'POST',
    headers: headersFor(body),
    body: JSON.stringify(body),
  });
  const json = (await response.json()) as Json;
  const session = response.headers.get('kitchen-session') ?? '';
  return { own: json.result.own, foreign: json.result.foreign, session };
}

async function touchOf(kitchen: Kitchen, path: string): Promise<Observation> {
  return kitchen.waitFor((seen) => seen.http.path === path && seen.state === 'finished');
}

describe('a canary', () => {
  it('is named for its session, on the origin that the client asked and on another one', async () => {
    const kitchen = await testKitchen();
    const port = String(kitchen.port);
    const { own, foreign, session } = await canariesOf(kitchen);
    expect(own).toBe(`http://127.0.0.1:${port}/canary/default/${session}`);
    expect(foreign).toBe(`http://localhost:${port}/canary/default/${session}/x`);
    const other = await canariesOf(kitchen, `localhost:${port}`);
    expect(other.own).toBe(`http://localhost:${port}/canary/default/${other.session}`);
    expect(other.foreign).toBe(`http://127.0.0.1:${port}/canary/default/${other.session}/x`);
  });

  it('records in its session who came, with which credentials, and never what they held', async () => {
    const kitchen = await testKitchen();
    const { own, session } = await canariesOf(kitchen);
    const response = await fetch(`${own}/a/b?q=1`, {
      method: 'POST',
      headers: { Authorization: 'Bearer tell-nobody', Cookie: 'sid=tell-nobody' },
      body: 'tell-nobody-either',
    });
    expect(response.status).toBe(200);
    const { pathname } = new URL(own);
    const touch = await touchOf(kitchen, `${pathname}/a/b?q=1`);
    expect(touch).toMatchObject({
      session,
      refused: 'canary',
      outcome: 'UNJUDGED',
      fault: { kind: 'canary', name: 'a/b', credentials: ['authorization', 'cookie'] },
      http: { method: 'POST', status: 200 },
      closedBy: null,
      findings: [],
    });
    expect(response.headers.get('kitchen-exchange')).toBe(String(touch.number));
    expect(JSON.stringify(touch)).not.toContain('tell-nobody');
    const inSession = kitchen.observations({ session, fault: 'canary' });
    expect(inSession.map(({ number }) => number)).toEqual([touch.number]);
  });

  it('raises no counter, and does not end or open a session', async () => {
    const kitchen = await testKitchen();
    const { own, session } = await canariesOf(kitchen);
    await fetch(own);
    await fetch(own);
    const [record, ...others] = kitchen.service.sessions('default', { limit: 10 }).items;
    expect(others).toEqual([]);
    expect(record).toMatchObject({ id: session, endedAt: null, counters: { posts: 1 } });
  });

  it('needs no token, and gives none away: none is asked for', async () => {
    const kitchen = await testKitchen({ mcpToken: 'secret', scenario: 'script' });
    const { url } = kitchen.order({ scenario: 'baseline' });
    const body = message('server/discover');
    const headers = { ...headersFor(body), authorization: 'Bearer secret' };
    const asked = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const session = asked.headers.get('kitchen-session') ?? '';
    expect((await fetch(`${kitchen.url}/canary/default/${session}/x`)).status).toBe(200);
  });

  it('that no session of the workspace has is not found, and not recorded', async () => {
    const kitchen = await testKitchen();
    const { session } = await canariesOf(kitchen);
    const before = kitchen.observations().length;
    for (const path of [
      'default/none/x',
      `other/${session}/x`,
      'default',
      `default/${session}%2e`,
    ]) {
      const response = await fetch(`${kitchen.url}/canary/${path}`);
      expect([path, response.status]).toEqual([path, 404]);
    }
    expect(kitchen.observations()).toHaveLength(before);
  });

  it('is closed to foreign hosts', async () => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const socket = connect(kitchen.port, '127.0.0.1');
    socket.end(`GET ${new URL(own).pathname} HTTP/1.1\r\nHost: evil.example\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 403 /);
    socket.destroy();
  });

  it('says nothing with HEAD but its headers', async () => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const response = await fetch(`${own}/frames.gif`, { method: 'HEAD' });
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(await response.text()).toBe('');
    const touch = await touchOf(kitchen, `${new URL(own).pathname}/frames.gif`);
    expect(touch.response.bytes).toBe(0);
  });

  it.each([
    ['icon.png', 'image/png', '\x89PNG'],
    ['icon.svg', 'image/svg+xml', '<svg '],
    ['huge.png', 'image/png', '\x89PNG'],
    ['frames.gif', 'image/gif', 'GIF89a'],
    ['html.png', 'image/png', '<!doctype html>'],
    ['svg.png', 'image/png', '<svg '],
    ['unknown.png', 'image/png', 'KITCHEN\u0001'],
    ['active.svg', 'image/svg+xml', '<svg '],
    ['page.html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['schema.json', 'application/schema+json', '{"type"'],
    ['anything', 'text/plain; charset=utf-8', 'This address'],
  ])('serves %s, whatever stands before it', async (name, type, start) => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const response = await fetch(`${own}/before/${name}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString('latin1').startsWith(start)).toBe(true);
    const touch = await touchOf(kitchen, `${new URL(own).pathname}/before/${name}`);
    expect(touch.response.bytes).toBe(bytes.byteLength);
  });

  it('leads elsewhere: to another name, another port, plain HTTP, a file, itself', async () => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const { pathname } = new URL(own);
    const leads = async (name: string): Promise<string> => {
      const response = await fetch(`${own}/${name}`, { redirect: 'manual' });
      expect(response.status).toBe(302);
      return response.headers.get('location') ?? '';
    };
    const there = `${pathname}/redirected/icon.png`;
    expect(await leads('to-other-name')).toBe(`http://localhost:${String(kitchen.port)}${there}`);
    expect(await leads('to-http')).toBe(`http://127.0.0.1:${String(kitchen.port)}${there}`);
    expect(await leads('to-file')).toBe('file:///etc/hosts');
    expect(await leads('to-itself')).toBe('to-itself');
    const other = await leads('to-other-port');
    expect(new URL(other).port).not.toBe(String(kitchen.port));
    // Who follows is recorded there as well.
    expect((await fetch(other)).headers.get('content-type')).toBe('image/png');
    const touch = await touchOf(kitchen, there);
    expect(touch.http.requestHeaders['host']).toBe(new URL(other).host);
  });

  it.each(['endless.png', 'endless.json'])('serves %s until the client leaves', async (name) => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const leaving = new AbortController();
    const { body } = await fetch(`${own}/${name}`, { signal: leaving.signal });
    const reader = body?.getReader();
    let bytes = 0;
    while (bytes < 30_000) bytes += (await reader?.read())?.value?.byteLength ?? 0;
    leaving.abort();
    const touch = await touchOf(kitchen, `${new URL(own).pathname}/${name}`);
    expect(touch.closedBy).toBe('client');
    expect(touch.response.bytes).toBeGreaterThanOrEqual(30_000);
  });

  it('that never ends does not keep the kitchen open', async () => {
    const kitchen = await testKitchen();
    const { own } = await canariesOf(kitchen);
    const response = await fetch(`${own}/endless.png`);
    const reading = response.arrayBuffer();
    await kitchen.close();
    await expect(reading).rejects.toThrow('terminated');
  });
});
