/** What a rule about one request is, and how rules read what arrived. */
import { headerOf as valueOf } from '../exchange/header-lines.js';
import type { Arrival } from '../exchange/message.js';

/** A rule that one exchange decides. */
export interface RequestRule {
  /** Id of the rule in the project's ledger. */
  readonly rule: string;
  readonly level: 'must' | 'should';
  /** True where the 2025 era has the same rule. */
  readonly legacy?: true;
  /** True where the transport of 2024-11-05 (HTTP+SSE) has no such rule, though the 2025 era has it. */
  readonly streamable?: true;
  /** What was wrong, in one sentence; null where nothing was. */
  check(arrival: Arrival): string | null;
}

/** @see {@link headerOf} in `exchange/header-lines.ts` */
export function headerOf(arrival: Arrival, name: string): string | null {
  return valueOf(arrival.headers, name);
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
