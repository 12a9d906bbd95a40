import { describe, expect, it } from 'vitest';
import { optionValues } from '../../src/check-options.js';
import {
  allowed,
  clientOptions,
  duration,
  integer,
  list,
  option,
  parseParams,
  size,
} from '../../src/cli/options.js';

const url = clientOptions().find(({ long }) => long === '--url');
const parseUrl = (text: string): unknown => url?.parseArg?.(text, undefined);

describe('options', () => {
  it('can each be given as a variable of the environment', () => {
    expect(option('--idle-timeout <TIME>', '').envVar).toBe('KITCHEN_IDLE_TIMEOUT');
    expect(option('--no-marks', '').envVar).toBe('KITCHEN_NO_MARKS');
  });

  it('take times and sizes with their units', () => {
    const time = duration(optionValues.idleTimeoutMs);
    const bytes = size(optionValues.maxBodyBytes);
    expect([time('500ms'), time('60s'), time('5m'), bytes('64KiB')]).toEqual([
      500, 60_000, 300_000, 65_536,
    ]);
    expect(() => time('5 parsecs')).toThrow(/500ms/);
    expect(() => bytes('huge')).toThrow(/64KiB/);
    expect(() => time('0s')).toThrow(/from 1 to \d+ milliseconds\./);
    expect(() => bytes('0')).toThrow(/from 1 to \d+ bytes\./);
  });

  it('take whole numbers in their range only', () => {
    const port = integer(0, 65_535);
    expect([port('0'), port('65535')]).toEqual([0, 65_535]);
    for (const wrong of ['-1', '65536', '1.5', '0x10', '', 'abc']) {
      expect(() => port(wrong)).toThrow('Give a whole number from 0 to 65535.');
    }
  });

  it('take params as a JSON object only', () => {
    expect(parseParams('{"delayMs":5}')).toEqual({ delayMs: 5 });
    for (const wrong of ['[1]', 'null', '3', '"x"']) {
      expect(() => parseParams(wrong)).toThrow('Give a JSON object');
    }
    expect(() => parseParams('{delayMs:5}')).toThrow('It is no JSON.');
  });

  it('gather what is repeated or given as a list', () => {
    const hosts = list(',', optionValues.allowHosts);
    expect(hosts('b, c,', hosts('a'))).toEqual(['a', 'b', 'c']);
    expect(() => hosts('a,http://b')).toThrow(/bare name/);
  });

  it('take as a token what a header can carry', () => {
    const token = allowed(optionValues.adminToken);
    expect(token('s3cret')).toBe('s3cret');
    for (const wrong of ['', 'two words', 'schlüssel', 'a\n']) {
      expect(() => token(wrong)).toThrow('visible ASCII characters');
    }
  });

  it.each([
    ['http://127.0.0.1:4242', 'http://127.0.0.1:4242'],
    ['http://127.0.0.1:4242/', 'http://127.0.0.1:4242'],
    ['http://127.0.0.1:4242/mcp', 'http://127.0.0.1:4242'],
    ['http://127.0.0.1:4242/api/', 'http://127.0.0.1:4242'],
    ['https://proxy.example/kitchen/mcp', 'https://proxy.example/kitchen'],
  ])('understand %s as the address of a kitchen', (text, address) => {
    expect(parseUrl(text)).toBe(address);
  });

  it('tell the address of a workspace from that of its kitchen', () => {
    for (const path of ['/w/team-a/mcp', '/w/team-a/s/run-1/mcp']) {
      expect(() => parseUrl(`http://127.0.0.1:4242${path}`)).toThrow(
        'Give http://127.0.0.1:4242, and --workspace team-a.',
      );
    }
  });
});
