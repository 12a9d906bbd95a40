/** Log entries: data, handed to whoever runs the kitchen. */

export interface LogEntry {
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  readonly message: string;
  /** Details, without secrets. */
  readonly [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;
