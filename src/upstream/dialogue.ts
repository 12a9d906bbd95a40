/**
 * Multi round trips (basic/patterns/mrtr): asks the rounds of a call one after the other and judges what comes back.
 * It runs inside the SDK's handlers, which may be entered again with the answers of the round before.
 */
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { checkAnswer, pickAnswers, turnedAway } from './dialogue-answers.js';
import { askRound } from './dialogue-ask.js';
import { missingKeys, unknownKeys, wrappedAnswers } from './dialogue-findings.js';
import { locate } from './dialogue-locate.js';
import { takeOnce } from './dialogue-once.js';
import {
  type DialogueRound,
  type DialogueTarget,
  plannedFor,
  roundsOf,
} from './dialogue-rounds.js';
import type { Answers, DialogueProgress, DialogueStates } from './dialogue-state.js';
import { describeAnswers } from './dialogue-texts.js';
import { refuse, type Serving } from './serving.js';

export type DialogueOutcome =
  | { readonly kind: 'ask'; readonly result: InputRequiredResult }
  | { readonly kind: 'refused'; readonly key: string; readonly action: 'decline' | 'cancel' }
  | { readonly kind: 'done'; readonly answers: Answers; readonly note: string | undefined };

interface Way {
  readonly target: DialogueTarget;
  readonly serving: Serving;
  readonly sdk: ServerContext;
  readonly states: DialogueStates;
  readonly rounds: readonly DialogueRound[];
}

export async function holdDialogue(
  target: DialogueTarget,
  serving: Serving,
  sdk: ServerContext,
  states: DialogueStates,
): Promise<DialogueOutcome> {
  if (target.own.length === 0 && plannedFor(target, serving.plan).length === 0) {
    return { kind: 'done', answers: {}, note: undefined };
  }
  const progress = locate(target, serving, sdk);
  const rounds = roundsOf(target, progress.sources, serving.plan);
  return await advance(progress, { target, serving, sdk, states, rounds });
}

async function advance(progress: DialogueProgress, way: Way): Promise<DialogueOutcome> {
  const round = way.rounds[progress.round - 1];
  if (round === undefined) return await askNext(progress, way);

  const { call } = way.serving;
  const given = judgeAnswers(progress, round, way);
  if (round.state) takeOnce(progress, given, way.serving);
  const earlier = progress.answered.slice(0, progress.round - 1);
  const answered = [...earlier, { ...progress.answered[progress.round - 1], ...given }];

  const refusal = firstRefusal(round, given);
  if (refusal !== null) {
    call.dialogues.answered(progress.dialogue);
    const goesOn = round.origin === 'entry' && way.target.onDecline === 'run';
    return goesOn ? finish(way.rounds, answered) : { kind: 'refused', ...refusal };
  }

  const missing = progress.keys.filter((key) => !Object.hasOwn(given, key));
  if (missing.length > 0) {
    call.found(missingKeys(missing));
    // Without a state nothing keeps the answers that did come.
    const keys = round.state ? missing : progress.keys;
    return await putRound({ ...progress, answered, keys }, round, way);
  }
  call.dialogues.answered(progress.dialogue);
  return await askNext({ ...progress, answered }, way);
}

/** The answers to what was asked; one that breaks its schema ends the call with -32602. */
function judgeAnswers(
  { keys, round: number }: DialogueProgress,
  round: DialogueRound,
  { serving, sdk, rounds }: Way,
): Answers {
  const { inputResponses = {}, droppedInputResponseKeys = [] } = sdk.mcpReq;
  const known = new Set(rounds.slice(0, number).flatMap(({ requests }) => Object.keys(requests)));
  const unknown = Object.keys(inputResponses).filter((key) => !known.has(key));
  if (unknown.length > 0) serving.call.found(unknownKeys(unknown));
  const wrapped = droppedInputResponseKeys.filter((key) => keys.includes(key));
  if (wrapped.length > 0) serving.call.found(wrappedAnswers(wrapped));

  const given = pickAnswers(keys, inputResponses);
  for (const [key, answer] of Object.entries(given)) {
    const ask = round.requests[key];
    const problem = ask === undefined ? null : checkAnswer(key, ask, answer);
    if (problem === null) continue;
    serving.call.found(problem.finding);
    const message = `Invalid answer to ${JSON.stringify(key)}: ${problem.message}`;
    refuse(serving, message, { reason: 'invalid_input_response', key, path: problem.path });
  }
  return given;
}

function firstRefusal(
  round: DialogueRound,
  given: Answers,
): { key: string; action: 'decline' | 'cancel' } | null {
  for (const [key, answer] of Object.entries(given)) {
    const ask = round.requests[key];
    const action = ask === undefined ? null : turnedAway(ask, answer);
    if (action !== null) return { key, action };
  }
  return null;
}

async function askNext(progress: DialogueProgress, way: Way): Promise<DialogueOutcome> {
  const number = progress.round + 1;
  const round = way.rounds[number - 1];
  if (round === undefined) return finish(way.rounds, progress.answered);
  const keys = Object.keys(round.requests);
  return await putRound({ ...progress, round: number, keys }, round, way);
}

async function putRound(
  progress: DialogueProgress,
  round: DialogueRound,
  { serving, states }: Way,
): Promise<DialogueOutcome> {
  const { dialogue, keys } = progress;
  let requestState: string | undefined;
  if (round.state) {
    const { state, expiresAt } = await states.mint(progress, serving);
    requestState = state;
    serving.asked = { dialogue, expiresAt };
  }
  if (round.origin === 'scenario') {
    const { number, state } = round;
    serving.call.injected({ kind: 'input_required', round: number, keys, state });
  }
  return { kind: 'ask', result: askRound(round, keys, requestState) };
}

function finish(rounds: readonly DialogueRound[], answered: readonly Answers[]): DialogueOutcome {
  const answers = Object.fromEntries(answered.flatMap((given) => Object.entries(given)));
  return { kind: 'done', answers, note: describeAnswers(rounds, answered) };
}
