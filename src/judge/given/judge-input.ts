/** Judges the answer to one request of a round: whether it could be fulfilled at all, and whether it fits its schema. */
import type { Finding } from '../../observations/observation.js';
import { checkAnswer } from '../../upstream/dialogue-answers.js';
import { answeredUndeclared, answeredUnknown } from '../../upstream/dialogue-findings.js';
import { isObject } from '../../upstream/is-object.js';
import { quote } from '../request-rule.js';
import { own } from './fingerprint.js';

/** Larger schemas are not worth what it costs to check an answer against them. */
const MAX_SCHEMA = 100_000;

/** @param meta of the request that brings the answer: it says what the client can do */
export function judgeInput(
  key: string,
  asked: unknown,
  answer: unknown,
  meta: Readonly<Record<string, unknown>> | null,
): readonly Finding[] {
  if (isTurnedAway(answer)) return [];
  const need = needOf(asked);
  if ('unknown' in need) return [answeredUnknown(key, need.unknown)];
  const declared = own(meta, 'io.modelcontextprotocol/clientCapabilities');
  const findings: Finding[] = [];
  if (!isDeclared(declared, need.capability)) {
    findings.push(answeredUndeclared(key, need.capability));
  }
  const offSchema = checkForm(key, asked, answer);
  if (offSchema !== null) findings.push(offSchema);
  return findings;
}

/** Turning a request away is always possible. */
function isTurnedAway(answer: unknown): boolean {
  const action = own(answer, 'action');
  return action === 'decline' || action === 'cancel';
}

type Need = { readonly capability: string } | { readonly unknown: string };

function needOf(asked: unknown): Need {
  const method = own(asked, 'method');
  const params = own(asked, 'params');
  switch (method) {
    case 'elicitation/create': {
      const mode = own(params, 'mode') ?? 'form';
      if (mode === 'form') return { capability: 'elicitation.form' };
      if (mode === 'url') return { capability: 'elicitation.url' };
      return { unknown: `an elicitation of the mode ${quote(mode)}` };
    }
    case 'sampling/createMessage': {
      const withTools = own(params, 'tools') ?? own(params, 'toolChoice');
      return { capability: withTools === undefined ? 'sampling' : 'sampling.tools' };
    }
    case 'roots/list':
      return { capability: 'roots' };
    default:
      return { unknown: `a request of the method ${quote(method)}` };
  }
}

/** @param capability one name, or two with a dot between them */
function isDeclared(declared: unknown, capability: string): boolean {
  const [name = '', part] = capability.split('.');
  const given = own(declared, name);
  if (given === undefined) return false;
  if (part === undefined || own(given, part) !== undefined) return true;
  // client/elicitation#capabilities: an empty object means the form mode alone.
  return part === 'form' && own(given, 'url') === undefined;
}

function checkForm(key: string, asked: unknown, answer: unknown): Finding | null {
  const params = own(asked, 'params');
  const schema = own(params, 'requestedSchema');
  const isForm = own(asked, 'method') === 'elicitation/create' && isObject(schema);
  if (!isForm || !isObject(answer) || JSON.stringify(schema).length > MAX_SCHEMA) return null;
  try {
    return checkAnswer(key, { kind: 'form', message: '', schema }, answer)?.finding ?? null;
  } catch {
    // A schema that no validator understands.
    return null;
  }
}
