/** Finds out where in its dialogue a request stands: by its state, by the keys it answers, or at the beginning. */
import { randomUUID } from 'node:crypto';
import type { ServerContext } from '@modelcontextprotocol/server';
import { stateDropped } from './dialogue-findings.js';
import {
  applicableSources,
  type DialogueRound,
  type DialogueTarget,
  plannedFor,
  roundsOf,
} from './dialogue-rounds.js';
import type { DialogueProgress } from './dialogue-state.js';
import type { Serving } from './serving.js';

/** `round` 0 means that nothing was asked yet. */
export function locate(
  target: DialogueTarget,
  serving: Serving,
  sdk: ServerContext,
): DialogueProgress {
  const state = sdk.mcpReq.requestState<DialogueProgress>();
  if (state !== undefined) return state;

  const { inputResponses = {}, droppedInputResponseKeys = [] } = sdk.mcpReq;
  const given = new Set([...Object.keys(inputResponses), ...droppedInputResponseKeys]);
  if (given.size === 0) return beginning(applicableSources(target, serving));

  const answersAny = ({ requests }: DialogueRound): boolean =>
    Object.keys(requests).some((key) => given.has(key));
  const planned = plannedFor(target, serving.plan).map(([index]) => [index]);
  for (const sources of [...planned, []]) {
    const origin = sources.length === 0 ? 'entry' : 'scenario';
    const rounds = roundsOf(target, sources, serving.plan);
    const number =
      1 + rounds.findLastIndex((r) => r.origin === origin && !r.state && answersAny(r));
    const round = rounds[number - 1];
    if (round !== undefined) {
      const answered = Array.from({ length: number - 1 }, () => ({}));
      const keys = Object.keys(round.requests);
      return { ...beginning(sources), round: number, keys, answered };
    }
    if (rounds.some((r) => r.origin === origin && r.state && answersAny(r))) {
      serving.call.found(stateDropped);
      return beginning(origin === 'scenario' ? sources : applicableSources(target, serving));
    }
  }
  return beginning(applicableSources(target, serving));
}

function beginning(sources: readonly number[]): DialogueProgress {
  return { dialogue: randomUUID(), sources, round: 0, keys: [], answered: [] };
}
