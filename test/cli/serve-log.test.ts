import { describe, expect, it } from 'vitest';
import { formatLogEntry, type LogLevel } from '../../src/cli/serve-log.js';

const now = new Date('2026-08-01T10:00:00.000Z');
const text = (level: LogLevel, entry: Parameters<typeof formatLogEntry>[0]): string | null =>
  formatLogEntry(entry, { level, json: false }, now);

describe('the log of serve', () => {
  it('leaves out what is below the level', () => {
    const entry = { level: 'debug', message: 'exchange' } as const;
    expect(text('info', entry)).toBeNull();
    expect(text('debug', entry)).not.toBeNull();
    expect(text('error', { level: 'warn', message: 'w' })).toBeNull();
    expect(text('warn', { level: 'error', message: 'e' })).not.toBeNull();
  });

  it('says nothing at all when silent', () => {
    expect(text('silent', { level: 'error', message: 'e' })).toBeNull();
  });

  it('writes an entry as one line with its details', () => {
    const entry = { level: 'warn', message: 'Refused.', file: '/a b/x.js', count: 2 } as const;
    expect(text('info', entry)).toBe(
      '2026-08-01T10:00:00.000Z warn  Refused. file="/a b/x.js" count=2',
    );
  });

  it('keeps an entry with line ends on one line', () => {
    expect(text('info', { level: 'error', message: 'a\nb', stack: 'x\ny' })).not.toContain('\n');
  });

  it('writes JSON lines with time, level, message and details', () => {
    const line = formatLogEntry(
      { level: 'info', message: 'm', number: 3 },
      { level: 'info', json: true },
      now,
    );
    expect(JSON.parse(line ?? '')).toEqual({
      time: '2026-08-01T10:00:00.000Z',
      level: 'info',
      message: 'm',
      number: 3,
    });
  });
});
