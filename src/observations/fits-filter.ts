/** The filters of the store, for observations that are not in it yet. */
import type { ObservationFilter } from '../store/store.js';
import type { ObservationSummary } from './observation.js';

export function fitsFilter(observation: ObservationSummary, filter: ObservationFilter): boolean {
  const { session, method, outcome, fault, before, after } = filter;
  if (session !== undefined && observation.session !== session) return false;
  if (method !== undefined && observation.rpc.method !== method) return false;
  if (outcome !== undefined && observation.outcome !== outcome) return false;
  if (fault !== undefined && !fitsFault(observation.fault?.kind, fault)) return false;
  if (before !== undefined && observation.number >= before) return false;
  return after === undefined || observation.number > after;
}

function fitsFault(kind: string | undefined, wanted: string): boolean {
  if (wanted === 'any') return kind !== undefined;
  return wanted === 'none' ? kind === undefined : kind === wanted;
}
