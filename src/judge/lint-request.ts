/** Finds what is wrong with a client's own request, as far as the one request shows it. */
import { messagesOfBatch } from '../exchange/batch-messages.js';
import type { Arrival } from '../exchange/message.js';
import type { Finding } from '../observations/observation.js';
import { MAX_BATCH } from '../server-info.js';
import { MESSAGE_RULES } from './message-rules.js';
import { META_RULES } from './meta-rules.js';
import { PATTERN_RULES } from './pattern-rules.js';
import type { RequestRule } from './request-rule.js';
import { TRANSPORT_RULES } from './transport-rules.js';

/** All rules, in the order in which findings are given. */
export const REQUEST_RULES: readonly RequestRule[] = [
  ...MESSAGE_RULES,
  ...META_RULES,
  ...TRANSPORT_RULES,
  ...PATTERN_RULES,
];
const LEGACY_RULES = REQUEST_RULES.filter(({ legacy }) => legacy === true);
const OLD_RULES = LEGACY_RULES.filter(({ streamable }) => streamable !== true);
const LEGACY_MESSAGE_RULES = MESSAGE_RULES.filter(({ legacy }) => legacy === true);
const NO_FINDINGS: readonly Finding[] = [];
const NO_BYTES = new Uint8Array(0);

/**
 * Never throws. In the 2025 era only what that era has rules for too is looked at.
 * @param isOldTransport whether the transport of 2024-11-05 (HTTP+SSE) carries it, which has fewer rules still
 */
export function lintRequest(arrival: Arrival, isOldTransport = false): readonly Finding[] {
  // Its clients name no version, or name it in a header that it does not know.
  if (isOldTransport) return lintLegacy({ ...arrival, era: 'legacy' }, OLD_RULES);
  return arrival.era === 'modern'
    ? check(REQUEST_RULES, arrival)
    : lintLegacy(arrival, LEGACY_RULES);
}

function lintLegacy(arrival: Arrival, rules: readonly RequestRule[]): readonly Finding[] {
  const findings = check(rules, arrival);
  if (arrival.rpc.kind !== 'batch') return findings;
  // The bytes are looked at once, for all of them.
  const messages = messagesOfBatch(arrival).slice(0, MAX_BATCH);
  return [
    ...findings,
    ...messages.flatMap((message) => check(LEGACY_MESSAGE_RULES, { ...message, body: NO_BYTES })),
  ];
}

function check(rules: readonly RequestRule[], arrival: Arrival): readonly Finding[] {
  let findings: Finding[] | null = null;
  for (const rule of rules) {
    const text = checkSafely(rule, arrival);
    if (text !== null) (findings ??= []).push({ rule: rule.rule, level: rule.level, text });
  }
  return findings ?? NO_FINDINGS;
}

function checkSafely(rule: RequestRule, arrival: Arrival): string | null {
  try {
    return rule.check(arrival);
  } catch {
    return null;
  }
}
