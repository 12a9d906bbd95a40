/** What the last result of a dialogue says about it. */
import type { Answers } from './dialogue-state.js';
import type { DialogueRound } from './dialogue-rounds.js';

/** Tells, by key, what was answered in the rounds that a scenario put in front of the call. */
export function describeAnswers(
  rounds: readonly DialogueRound[],
  answered: readonly Answers[],
): string | undefined {
  const planned = rounds.filter(({ origin }) => origin === 'scenario');
  if (planned.length === 0) return undefined;
  const lines = rounds.flatMap(({ origin }, index) =>
    origin === 'scenario'
      ? Object.entries(answered[index] ?? {}).map(
          ([key, answer]) => `- ${key}: ${JSON.stringify(answer)}`,
        )
      : [],
  );
  return lines.length === 0
    ? 'Before this call the client came back as it was told to; nothing was asked.'
    : `Before this call the client answered:\n${lines.join('\n')}`;
}

export function describeRefusal(what: string, key: string, action: 'decline' | 'cancel'): string {
  const done = action === 'decline' ? 'declined' : 'cancelled';
  return `The user ${done} the request ${JSON.stringify(key)}, so ${what}. Do not ask again unless the user wants it.`;
}
