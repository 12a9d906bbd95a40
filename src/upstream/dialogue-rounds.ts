/** The rounds that a call goes through: those of the plan's dialogues for it, then the entry's own. */
import type { DialogueMethod, PlannedDialogue, Round, ServerPlan } from './plan.js';
import type { Serving } from './serving.js';

/** The call that a dialogue stands before. */
export interface DialogueTarget {
  readonly method: DialogueMethod;
  /** The names that a planned dialogue may know it by: a resource has its URI and its template. */
  readonly names: readonly string[];
  /** Rounds that the entry itself asks. */
  readonly own: readonly Round[];
  readonly onDecline: 'run' | 'refuse';
}

export interface DialogueRound extends Round {
  readonly origin: 'scenario' | 'entry';
  /** From 1, within its own dialogue. */
  readonly number: number;
}

/** What is wrong with a list of rounds; the path is relative to the list. */
export interface RoundsIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const NO_PLAN: readonly PlannedDialogue[] = [];

/** The plan's dialogues for this call, with their index in the plan. */
export function plannedFor(
  target: DialogueTarget,
  plan: ServerPlan,
): readonly (readonly [number, PlannedDialogue])[] {
  const planned = plan.dialogues.length === 0 ? NO_PLAN : plan.dialogues;
  return [...planned.entries()].filter(
    ([, { method, name }]) => method === target.method && target.names.includes(name),
  );
}

/** Which of the plan's dialogues are meant for this call, asked once, at its first round. */
export function applicableSources(target: DialogueTarget, { plan, call }: Serving): number[] {
  return plannedFor(target, plan)
    .filter(([, { applies }]) => applies?.(call.arrival, call.snapshot) ?? true)
    .map(([index]) => index);
}

export function roundsOf(
  target: DialogueTarget,
  sources: readonly number[],
  plan: ServerPlan,
): readonly DialogueRound[] {
  const planned = sources.flatMap((source) =>
    numbered(plan.dialogues[source]?.rounds ?? [], 'scenario'),
  );
  return [...planned, ...numbered(target.own, 'entry')];
}

function numbered(rounds: readonly Round[], origin: DialogueRound['origin']): DialogueRound[] {
  return rounds.map((round, index) => ({ ...round, origin, number: index + 1 }));
}

/**
 * Refuses rounds that could not be served: one that asks nothing and has no state, and one without state whose keys
 * another round repeats, since nothing in an answer could tell the two apart.
 */
export function checkRounds(rounds: readonly Round[]): readonly RoundsIssue[] {
  return rounds.flatMap((round, index): RoundsIssue[] => {
    const keys = Object.keys(round.requests);
    if (round.state) return [];
    if (keys.length === 0) {
      return [{ path: [index], message: 'Asks nothing: give it a request, or state: true.' }];
    }
    return keys.flatMap((key): RoundsIssue[] => {
      const other = rounds.findIndex((r, i) => i !== index && Object.hasOwn(r.requests, key));
      if (other === -1) return [];
      const message = `Round ${index + 1} has no state, so its answers are known by their keys, and round ${other + 1} asks ${JSON.stringify(key)} too: nothing could tell them apart. Rename the key, or set state: true.`;
      return [{ path: [index, 'requests', key], message }];
    });
  });
}
