/** The rules of multi round trips that a client's answer can break (basic/patterns/mrtr, client/elicitation). */
import type { Finding } from '../observations/observation.js';

const must = (rule: string, text: string): Finding => ({ rule, level: 'must', text });
const should = (rule: string, text: string): Finding => ({ rule, level: 'should', text });

export const stateChanged = must(
  'C-MRTR-06',
  'The requestState is not one that this server gave: it was changed, cut or made up.',
);
export const stateDropped = must(
  'C-MRTR-06',
  'The inputResponses answer a round that had a requestState, but the requestState is missing.',
);
export const stateExpired = should(
  'C-MRTR-06',
  'The requestState is older than one hour and no longer taken: start the call anew.',
);
export const stateOfOtherSession = must(
  'C-MRTR-10',
  'The requestState was given to another session.',
);
export const stateOfOtherCall = must(
  'C-MRTR-10',
  'The requestState was given to a call of another method or name.',
);
export const stateReused = must(
  'C-MRTR-10',
  'The round of this requestState was answered before, with other answers.',
);
export const argumentsChanged = should(
  'C-MRTR-11',
  'The arguments are not those of the call that got this requestState.',
);

export const stateNotGiven = must(
  'C-MRTR-08',
  'The newest input_required result had no requestState, yet the request brings one.',
);
export const stateOfEarlierRound = must(
  'C-MRTR-06',
  'The requestState is that of an earlier round: the newest input_required result gave another.',
);
export const idReused = must(
  'C-MRTR-09',
  'The request has the id of the call that it goes on with: each try needs a new one.',
);

const list = (keys: readonly string[]): string => keys.map((key) => JSON.stringify(key)).join(', ');

export const unknownKeys = (keys: readonly string[]): Finding =>
  should('C-MRTR-02', `inputResponses holds keys that were not asked: ${list(keys)}.`);
export const missingKeys = (keys: readonly string[]): Finding =>
  must('C-MRTR-04', `inputResponses lacks keys that were asked: ${list(keys)}.`);
export const wrappedAnswers = (keys: readonly string[]): Finding =>
  should('C-MRTR-19', `Not bare results, so not taken as answers: ${list(keys)}.`);
export const malformedAnswer = (key: string, message: string): Finding =>
  should('C-MRTR-19', `The answer to ${JSON.stringify(key)} has not its shape: ${message}`);
export const contentOffSchema = (key: string, message: string): Finding =>
  should('C-ELIC-25', `The content for ${JSON.stringify(key)} breaks its schema: ${message}`);
export const keysOfParallelCall = (keys: readonly string[]): Finding =>
  must('C-MRTR-10', `inputResponses holds keys that a parallel call was asked: ${list(keys)}.`);
export const answeredWhereIllegal = (method: string): Finding =>
  should('C-MRTR-14', `An input_required result is not legal on ${method}, yet it was acted on.`);
export const answeredUndeclared = (key: string, capability: string): Finding =>
  should(
    'C-MRTR-16',
    `The request ${JSON.stringify(key)} needs the capability ${capability}, which is not declared, yet it was fulfilled.`,
  );
export const answeredUnknown = (key: string, what: string): Finding =>
  should(
    'C-MRTR-16',
    `The request ${JSON.stringify(key)} is ${what}, which nobody can fulfil, yet it was answered.`,
  );
