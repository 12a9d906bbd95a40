/** One line of the table. */

export interface Row {
  readonly what: string;
  readonly target: string;
  /** For the table. */
  readonly measured: string;
  /** Null where it could not be measured; `measured` says why. */
  readonly met: boolean | null;
  /** Everything behind it, for the file. */
  readonly details: unknown;
}

export const MIB = 1024 * 1024;

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
