/** Takes one POST of the 2025 era apart into the calls in it: a batch of 2025-03-26 holds several. */
import type { RequestId } from '@modelcontextprotocol/server';
import type { Arrival } from '../exchange/message.js';
import { readMessage } from '../exchange/read-message.js';
import { isObject } from './is-object.js';
import type { Serving } from './serving.js';
import type { UpstreamCall } from './upstream.js';

/** One for each request in the body, with its own part of what arrived. */
export function servingsOf(
  call: UpstreamCall,
  serve: (call: UpstreamCall) => Serving,
): ReadonlyMap<RequestId, Serving> {
  const { json, rpc } = call.arrival;
  const single = requestId(json);
  if (single !== undefined) return new Map([[single, serve(call)]]);
  if (rpc.kind !== 'batch' || !Array.isArray(json)) return new Map();
  return new Map(
    json.flatMap((part: unknown) => {
      const id = requestId(part);
      if (id === undefined) return [];
      const arrival = { ...call.arrival, json: part, rpc: readMessage('', part) };
      return [[id, serve(callWith(call, arrival))] as const];
    }),
  );
}

function requestId(json: unknown): RequestId | undefined {
  if (!isObject(json) || typeof json['method'] !== 'string') return undefined;
  const { id } = json;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function callWith(call: UpstreamCall, arrival: Arrival): UpstreamCall {
  const { snapshot, plan, dialogues } = call;
  return {
    arrival,
    snapshot,
    plan,
    dialogues,
    get signal() {
      return call.signal;
    },
    injected: (fault) => {
      call.injected(fault);
    },
    found: (finding) => {
      call.found(finding);
    },
    opened: (id, protocolVersion) => {
      call.opened(id, protocolVersion);
    },
    deleted: () => {
      call.deleted();
    },
    cancelled: () => {
      call.cancelled();
    },
  };
}
