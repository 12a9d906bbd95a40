/** What a rule about one request is, and how rules read what arrived. */
import { isNamed } from '../exchange/header-lines.js';
import type { Arrival } from '../exchange/message.js';

/** A rule that one exchange decides. */
export interface RequestRule {
  /** Id of the rule in the project's ledger. */
  readonly rule: string;
  readonly level: 'must' | 'should';
  /** True where the 2025 era has the same rule. */
  readonly legacy?: true;
  /** What was wrong, in one sentence; null where nothing was. */
  check(arrival: Arrival): string | null;
}

/** A header's value, lines of the same name joined as HTTP joins them; null if absent. */
export function headerOf(arrival: Arrival, name: string): string | null {
  let value: string | null = null;
  for (const [candidate, line] of arrival.headers) {
    if (!isNamed(candidate, name)) continue;
    value = value === null ? line : `${value}, ${line}`;
  }
  return value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MAX_QUOTED_LENGTH = 80;

/** A value as a finding names it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : describeType(value);
  return text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text;
}

function describeType(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (Array.isArray(value)) return 'an array';
  return value === undefined ? 'nothing' : `an ${typeof value}`;
}
