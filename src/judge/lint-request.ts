/** Finds what is wrong with a client's own request, as far as the one request shows it. */
import type { Arrival } from '../exchange/message.js';
import type { Finding } from '../observations/observation.js';
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
const NO_FINDINGS: readonly Finding[] = [];

/** Never throws. In the 2025 era only the shape of the JSON-RPC message is looked at. */
export function lintRequest(arrival: Arrival): readonly Finding[] {
  let findings: Finding[] | null = null;
  for (const rule of arrival.era === 'modern' ? REQUEST_RULES : LEGACY_RULES) {
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
