/** Log entries: data, handed to whoever runs the kitchen. */

export interface LogEntry {
  readonly level: 'error' | 'warn' | 'info' | 'debug';
  readonly message: string;
  /** Details, without secrets. */
  readonly [detail: string]: unknown;
}

export interface Log {
  (entry: LogEntry): void;
  /** False where entries of level `debug` would only be dropped: they are not even made then. Default true. */
  readonly debug?: boolean;
}
