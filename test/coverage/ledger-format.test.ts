import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readLedger } from './ledger-format.js';

function read(text: string): ReturnType<typeof readLedger> {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'TCP.yaml'), text);
  return readLedger(folder, 'TCP');
}

const ROW = 'TCP-01:\n  does: D.\n  reaction: R.\n  variants:\n';

it('makes steps of an entry with one request', () => {
  const row = read(
    `${ROW}    a: { select: { scenario: baseline }, ask: list, see: { status: 200 } }\n`,
  );
  expect(row).toMatchObject({
    'TCP-01': {
      variants: {
        a: { steps: [{ ask: { request: 'list' }, see: { status: 200 } }] },
      },
    },
  });
});

it('takes a row that cannot be', () => {
  expect(read('TCP-02: { cannot: Because. }')).toEqual({ 'TCP-02': { cannot: 'Because.' } });
});

it.each([
  ['an unknown row', 'HTTP-01: { cannot: x }', /:1: HTTP-01: .*id like TCP-01/],
  [
    'an unknown member',
    `${ROW}    a: { select: { scenario: x }, sea: {} }\n`,
    /:5: TCP-01 > variants > a.*sea/,
  ],
  [
    'a misspelt expectation',
    `${ROW}    a: { select: { scenario: x }, see: { statsu: 1 } }\n`,
    /a > see.*statsu/,
  ],
  [
    'an unknown request',
    `${ROW}    a: { select: { scenario: x }, ask: cal, see: {} }\n`,
    /a > ask/,
  ],
  ['nothing to see', `${ROW}    a: { select: { scenario: x } }\n`, /Needs `see` or `steps`/],
  ['no variants', `${ROW.trimEnd()} {}\n`, /Needs at least one variant/],
  ['what is no YAML', 'TCP-01: {', /TCP\.yaml/],
])('refuses %s, and says where', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});
