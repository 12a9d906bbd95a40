/** A further round of a dialogue (basic/patterns/mrtr) taken for the call that it goes on with. */
import { replaceMemberToken } from '../json/tokens.js';
import type { Arrival } from './message.js';

export function asFirstRound(arrival: Arrival): Arrival {
  const { rpc, json, body } = arrival;
  if (rpc.params === null || typeof json !== 'object' || json === null) return arrival;
  const { requestState: _, inputResponses: __, ...params } = rpc.params;
  const text = new TextDecoder().decode(body);
  return {
    ...arrival,
    json: { ...json, params },
    body: new TextEncoder().encode(replaceMemberToken(text, 'params', JSON.stringify(params))),
    rpc: { ...rpc, params, requestState: null, inputResponses: null },
  };
}
