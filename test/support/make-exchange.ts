/** An exchange made by hand, for scenarios that are asked without a server. */
import type { Exchange, RpcMessage } from 'mcp-fault-kitchen';
import { factsOf } from '../../src/scenario/targeting.js';
import { arrivalOf } from './arrival.js';

export function makeRpc(rpc: Partial<RpcMessage> = {}): RpcMessage {
  return {
    kind: 'request',
    idToken: '1',
    method: 'tools/call',
    name: 'run_scenario',
    params: null,
    meta: null,
    requestState: null,
    inputResponses: null,
    ...rpc,
  };
}

export function makeExchange({
  rpc,
  ...changes
}: Partial<Omit<Exchange, 'rpc'>> & { readonly rpc?: Partial<RpcMessage> } = {}): Exchange {
  const arrival = arrivalOf({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  return {
    verb: 'POST',
    headers: [],
    rpc: makeRpc(rpc),
    era: 'modern',
    arrival,
    facts: factsOf({ ...arrival, rpc: makeRpc(rpc) }, arrival.at),
    memory: new Map(),
    client: { name: 'test', version: '1' },
    snapshot: {
      workspace: 'default',
      session: 's1',
      key: null,
      scenario: 'baseline',
      params: {},
      revision: 1,
      seed: 7,
      startedAt: 0,
      counters: { post: 1, method: 1, call: 1, round: null },
      sessionCounters: { posts: 1, methods: {}, calls: {}, rounds: {} },
    },
    match: 1,
    origin: 'http://127.0.0.1:4242',
    foreignOrigin: 'http://localhost:4242',
    signal: new AbortController().signal,
    foreignId: null,
    abandonedId: null,
    random: () => 0,
    ...changes,
  };
}
