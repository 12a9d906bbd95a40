import { readFileSync, existsSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { OrderedSession } from '../../src/service.js';
import { TLS_PROFILES, tlsProfileNames, type TlsProfile } from '../../src/wire/tls-profiles.js';
import { testKitchen } from '../support/kitchen.js';
import { headersFor, message } from '../support/mcp.js';

interface Asked {
  readonly url: string;
  readonly caFile: string;
  /** In TLS 1.2 the server hears that its client agrees before that has looked at the certificate. */
  readonly maxVersion?: 'TLSv1.2';
}

/** The status, or the code of the error. */
const ask = ({ url, caFile, ...tls }: Asked, timeout = 5_000): Promise<string> =>
  new Promise((resolve) => {
    const body = message('server/discover');
    const asking = request(
      url,
      { method: 'POST', ca: readFileSync(caFile), headers: headersFor(body), timeout, ...tls },
      (response) => {
        response.resume();
        response.once('end', () => resolve(String(response.statusCode)));
        response.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      },
    );
    asking.once('timeout', () => asking.destroy(new Error('timeout')));
    asking.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asking.end(JSON.stringify(body));
  });

const asked = ({ url, caFile }: OrderedSession): Asked => ({ url, caFile: caFile ?? '' });

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const SEEN: Readonly<Record<TlsProfile, string>> = {
  right: '200',
  self_signed: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  expired: 'CERT_HAS_EXPIRED',
  not_yet_valid: 'CERT_NOT_YET_VALID',
  wrong_name: 'ERR_TLS_CERT_ALTNAME_INVALID',
  tls_1_0: 'EPROTO',
  tls_1_1: 'EPROTO',
  plain_http: 'EPROTO',
  handshake_alert: 'EPROTO',
  handshake_close: 'ECONNRESET',
  handshake_reset: 'ECONNRESET',
  handshake_silent: 'timeout',
};

describe('TLS at a port of its own', () => {
  it('has each of its faults, side by side', async () => {
    const kitchen = await testKitchen();
    const seen = await Promise.all(
      tlsProfileNames().map(async (tls) => {
        const ordered = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls });
        expect(ordered.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/w\/default\/s\/[0-9a-f]+\/mcp$/);
        return [tls, await ask(asked(ordered), tls === 'handshake_silent' ? 300 : 5_000)];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual(SEEN);
  });

  it('records each connection on which it fails, and what was wrong', async () => {
    const kitchen = await testKitchen({ openWorkspaces: true });
    const wrong = tlsProfileNames().filter((tls) => tls !== 'right' && tls !== 'plain_http');
    const recorded = await Promise.all(
      wrong.map(async (tls) => {
        kitchen.service.createWorkspace(tls);
        const ordered = await kitchen.orderOnOwnPort({
          scenario: 'baseline',
          workspace: tls,
          key: 'mine',
          tls,
        });
        await ask(asked(ordered), tls === 'handshake_silent' ? 100 : 5_000);
        const record = await kitchen.waitFor(() => true, { workspace: tls });
        expect(record).toMatchObject({
          session: null,
          refused: 'tls_handshake',
          http: { path: `/w/${tls}/s/mine/mcp`, status: null },
          fault: { kind: 'tls', profile: tls, summary: TLS_PROFILES[tls].summary },
        });
        expect(kitchen.observations({ workspace: tls })).toHaveLength(1);
        return [tls, [record.outcome, record.closedBy]];
      }),
    );
    const letDown = ['CONNECTION_LOST', 'server'];
    const left = ['CANCELLED', 'client'];
    expect(Object.fromEntries(recorded)).toEqual({
      self_signed: left,
      expired: left,
      not_yet_valid: left,
      wrong_name: left,
      tls_1_0: left,
      tls_1_1: left,
      handshake_alert: letDown,
      handshake_close: letDown,
      handshake_reset: letDown,
      handshake_silent: left,
    });
  });

  it('records why a client breaks off, without a fault where nothing was wrong', async () => {
    const kitchen = await testKitchen();
    const { url } = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls: 'tls_1_0' });
    await ask({ url, caFile: new URL('./ports.test.ts', import.meta.url).pathname });
    expect((await kitchen.waitFor(() => true)).fault).toMatchObject({
      error: expect.stringMatching(/version|protocol/),
    });
    const right = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls: 'right' });
    await isOpen(Number(new URL(right.url).port));
    expect(await kitchen.waitFor(({ number }) => number === 2)).toMatchObject({
      refused: 'tls_handshake',
      fault: null,
    });
  });

  it('records no connection of a client that uses it', async () => {
    const kitchen = await testKitchen();
    const ordered = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls: 'self_signed' });
    await new Promise<void>((resolve) => {
      const body = message('server/discover');
      const asking = request(
        ordered.url,
        { method: 'POST', rejectUnauthorized: false, headers: headersFor(body), agent: false },
        (response) => {
          response.resume();
          response.once('close', resolve);
        },
      );
      asking.end(JSON.stringify(body));
    });
    const other = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls: 'expired' });
    await ask(asked(other));
    await kitchen.waitFor(({ fault }) => fault?.['profile'] === 'expired');
    expect(kitchen.observations().map(({ refused }) => refused)).toEqual(['tls_handshake', null]);
  });

  it('records a client that agrees, and then leaves without a request', async () => {
    const kitchen = await testKitchen();
    const ordered = await kitchen.orderOnOwnPort({ scenario: 'baseline', tls: 'self_signed' });
    expect(await ask({ ...asked(ordered), maxVersion: 'TLSv1.2' })).toBe(SEEN.self_signed);
    expect(await kitchen.waitFor(() => true)).toMatchObject({ refused: 'tls_handshake' });
  });

  it('resets below TLS', async () => {
    const kitchen = await testKitchen();
    const ordered = await kitchen.orderOnOwnPort({
      scenario: 'script',
      params: { rules: [{ do: { cut: { at: 'body', afterBytes: 10, how: 'reset' } } }] },
      tls: 'right',
    });
    expect(await ask(asked(ordered))).toBe('ECONNRESET');
    expect((await kitchen.waitFor(() => true)).outcome).toBe('CONNECTION_LOST');
  });

  it('is shared by all sessions with tlsPort, its authority in a file while it runs', async () => {
    const kitchen = await testKitchen({ tlsPort: 0 });
    const { mcpUrl = '', caFile = '', port = 0 } = kitchen.tls ?? {};
    expect(mcpUrl).toBe(`https://127.0.0.1:${String(port)}/mcp`);
    expect(readFileSync(caFile, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await ask({ url: mcpUrl, caFile })).toBe('200');
    await kitchen.close();
    expect(existsSync(caFile)).toBe(false);
    expect(await isOpen(port)).toBe(false);
  });
});

describe('a port of its own', () => {
  it('serves the session that was ordered with it, and closes when that is ended by hand', async () => {
    const kitchen = await testKitchen();
    const { url, id } = await kitchen.orderOnOwnPort({ scenario: 'baseline', key: 'mine' });
    const { port, pathname } = new URL(url);
    expect(Number(port)).not.toBe(kitchen.port);
    expect(pathname).toBe('/w/default/s/mine/mcp');
    const body = message('server/discover');
    const response = await fetch(url, {
      method: 'POST',
      headers: headersFor(body),
      body: JSON.stringify(body),
    });
    expect(response.headers.get('kitchen-session')).toBe(id);
    kitchen.service.endSession('default', id);
    await expect.poll(() => isOpen(Number(port))).toBe(false);
  });

  it('closes with the kitchen, also while it refuses', async () => {
    const kitchen = await testKitchen();
    const { url } = await kitchen.orderOnOwnPort({ scenario: 'baseline', opensAfterMs: 3_600_000 });
    expect(await isOpen(Number(new URL(url).port))).toBe(false);
    await kitchen.close();
  });

  it('opens after a time', async () => {
    const kitchen = await testKitchen();
    const { url } = await kitchen.orderOnOwnPort({ scenario: 'baseline', opensAfterMs: 300 });
    expect(await isOpen(Number(new URL(url).port))).toBe(false);
    await expect.poll(() => isOpen(Number(new URL(url).port)), { timeout: 5_000 }).toBe(true);
  });

  it('is not opened for an order that is refused', async () => {
    const kitchen = await testKitchen();
    await expect(
      kitchen.orderOnOwnPort({ scenario: 'baseline', params: { x: 1 } }),
    ).rejects.toThrow(/not valid/);
  });
});
