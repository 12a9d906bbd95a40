/** Sends bad input on a connection of its own, and sees whether anybody else notices. */
import { expect } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Observation } from '../../src/observations/observation.js';
import { message } from '../support/mcp.js';
import { askOnce, type RawAnswer, RawConnection } from '../support/raw-http.js';

export interface Struck {
  readonly answer: RawAnswer;
  /** The answer's body. */
  readonly text: string;
  /** The newest observation; undefined where there is none. */
  readonly observation: Observation | undefined;
  readonly connection: RawConnection;
}

/** Reads one answer to the bytes, then makes a healthy call as another client. */
export async function strike(
  kitchen: Kitchen,
  bytes: string | Uint8Array,
  { thenClose = false }: { readonly thenClose?: boolean } = {},
): Promise<Struck> {
  const connection = await RawConnection.open(kitchen.port);
  connection.write(bytes);
  if (thenClose) connection.end();
  const answer = await connection.readAnswer();
  const [observation] = kitchen.observations({ limit: 1 });
  await expectHealthy(kitchen);
  return { answer, text: answer.body, observation, connection };
}

/** Another client's call succeeds. */
export async function expectHealthy(kitchen: Kitchen): Promise<void> {
  const other = { name: 'another-client' };
  const call = message('tools/call', { name: 'echo', arguments: { text: 'all well' } }, other);
  const answer = await askOnce(kitchen.port, { body: JSON.stringify(call) });
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('all well')]);
}

/** A modern call of `echo` as text, with parts of it replaced. */
export function echoText(...replacements: readonly (readonly [was: string, is: string])[]): string {
  const call = message('tools/call', { name: 'echo', arguments: { text: 'x' } }, {}, 1);
  let text = JSON.stringify(call);
  for (const [was, is] of replacements) {
    if (!text.includes(was)) throw new Error(`${was} is not in ${text}`);
    text = text.replace(was, () => is);
  }
  return text;
}

/** The headers that go with `echoText`. */
export const ECHO_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2026-07-28',
  'Mcp-Method': 'tools/call',
  'Mcp-Name': 'echo',
} as const;

/** A POST with these headers and this body, byte by byte; a header that is null is left out. */
export function post(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string | null>> = {},
  { verb = 'POST', path = '/mcp', version = 'HTTP/1.1' } = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...ECHO_HEADERS,
    'Content-Length': String(bytes.byteLength),
    ...headers,
  }).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  const head = `${verb} ${path} ${version}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

const LEVELS = 10_000;
export const DEEP_ARRAY = `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`;
export const DEEP_OBJECT = `${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`;
