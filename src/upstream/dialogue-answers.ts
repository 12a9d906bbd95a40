/** What the client answered, and whether it has the shape that was asked. */
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { formatPath } from '../errors.js';
import type { Finding } from '../observations/observation.js';
import { contentOffSchema, malformedAnswer } from './dialogue-findings.js';
import { isObject } from './is-object.js';
import type { DialogueAnswer, InputAsk } from './plan.js';

export interface AnswerProblem {
  /** Where in the answer, say `content.email`; empty for the whole answer. */
  readonly path: string;
  readonly message: string;
  readonly finding: Finding;
}

const SHAPES = {
  form: specTypeSchemas.ElicitResult,
  url: specTypeSchemas.ElicitResult,
  sampling: specTypeSchemas.CreateMessageResultWithTools,
  roots: specTypeSchemas.ListRootsResult,
} as const;

const schemas = new CfWorkerJsonSchemaValidator();

/** The members of `from` that are asked for, in the order in which they were asked. */
export function pickAnswers(
  keys: readonly string[],
  from: Readonly<Record<string, unknown>>,
): Record<string, DialogueAnswer> {
  const picked = keys.flatMap((key) => {
    const answer = Object.hasOwn(from, key) ? from[key] : undefined;
    return isObject(answer) ? [[key, answer] as const] : [];
  });
  return Object.fromEntries(picked);
}

/** `decline` or `cancel` if the user turned the request away; null for any other answer. */
export function turnedAway(ask: InputAsk, answer: DialogueAnswer): 'decline' | 'cancel' | null {
  if (ask.kind !== 'form' && ask.kind !== 'url') return null;
  const action = answer['action'];
  return action === 'decline' || action === 'cancel' ? action : null;
}

/** What is wrong with one answer (client/elicitation, client/sampling, client/roots); null if nothing. */
export function checkAnswer(
  key: string,
  ask: InputAsk,
  answer: DialogueAnswer,
): AnswerProblem | null {
  const issue = SHAPES[ask.kind]['~standard'].validate(answer).issues?.[0];
  if (issue !== undefined) {
    const steps = (issue.path ?? []).map((step) => (typeof step === 'object' ? step.key : step));
    const path = formatPath(steps);
    const message = path === '' ? issue.message : `${path}: ${issue.message}`;
    return { path, message, finding: malformedAnswer(key, message) };
  }
  if (ask.kind !== 'form' || answer['action'] !== 'accept') return null;
  return checkContent(key, ask.schema, answer['content'] ?? {});
}

function checkContent(
  key: string,
  schema: Readonly<Record<string, unknown>>,
  content: unknown,
): AnswerProblem | null {
  const result = schemas.getValidator(schema)(content);
  if (result.valid) return null;
  // `#/name: String is too short.; …`: the last error is the one nearest to the value.
  const [, pointer = '', reason = result.errorMessage] =
    /^#(\S*): (.*)$/s.exec(result.errorMessage.split('; ').at(-1) ?? '') ?? [];
  const steps = pointer.split('/').slice(1).map(readPointerStep);
  const path = formatPath(['content', ...steps]);
  const message = `${path}: ${reason}`;
  return { path, message, finding: contentOffSchema(key, message) };
}

/** One step of a JSON Pointer as the validator writes it, in its URI form (RFC 6901, section 6). */
function readPointerStep(step: string): string | number {
  const name = decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~');
  return /^\d+$/.test(name) ? Number(name) : name;
}
