/** The log of `kitchen serve`: lines on stderr, as text or JSON, from a level on. */
import type { Log, LogEntry } from '../log.js';
import { printable } from './output.js';

export const LOG_LEVELS = ['error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogFormat {
  readonly level: LogLevel;
  readonly json: boolean;
}

/** The line for an entry, without its end; null where the level leaves it out. */
export function formatLogEntry(entry: LogEntry, format: LogFormat, now: Date): string | null {
  if (format.level === 'silent') return null;
  if (LOG_LEVELS.indexOf(entry.level) > LOG_LEVELS.indexOf(format.level)) return null;
  const { level, message, ...details } = entry;
  if (format.json) return JSON.stringify({ time: now.toISOString(), level, message, ...details });
  const parts = Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${formatDetail(value)}`);
  return [now.toISOString(), level.padEnd(5), printable(message, 1_000), ...parts].join(' ');
}

function formatDetail(value: unknown): string {
  if (typeof value === 'string' && /^[\w.:/@-]+$/.test(value)) return value;
  return printable(JSON.stringify(value), 2_000);
}

/** A log for `createKitchen()` that writes to stderr. */
export function createLog(format: LogFormat): Log {
  const write = (entry: LogEntry): void => {
    const line = formatLogEntry(entry, format, new Date());
    if (line !== null) process.stderr.write(`${line}\n`);
  };
  return Object.assign(write, { debug: format.level === 'debug' });
}
