/** Takes one POST of the 2025 era apart into the calls in it: a batch of 2025-03-26 holds several. */
import type { RequestId } from '@modelcontextprotocol/server';
import { messagesOfBatch } from '../exchange/batch-messages.js';
import type { Arrival } from '../exchange/message.js';
import { isObject } from './is-object.js';
import type { UpstreamCall } from './upstream.js';

/** A request in a body, with its own part of what arrived. */
export interface OwnRequest {
  readonly id: RequestId;
  readonly arrival: Arrival;
}

export function requestsIn(arrival: Arrival): readonly OwnRequest[] {
  const { rpc } = arrival;
  const parts = rpc.kind === 'batch' ? messagesOfBatch(arrival) : [arrival];
  return parts.flatMap((part) => {
    const id = requestId(part.json);
    return id === undefined ? [] : [{ id, arrival: part }];
  });
}

/** The ids of the responses in a body. */
export function responsesIn(arrival: Arrival): readonly RequestId[] {
  const { rpc } = arrival;
  const parts = rpc.kind === 'batch' ? messagesOfBatch(arrival) : [arrival];
  return parts.flatMap(({ json, rpc: { kind } }) => {
    const id = kind === 'response' && isObject(json) ? json['id'] : undefined;
    return isId(id) ? [id] : [];
  });
}

/** The call as it is for one of the requests in it. */
export function ownCall(call: UpstreamCall, { arrival }: OwnRequest): UpstreamCall {
  return arrival === call.arrival ? call : callWith(call, arrival);
}

function requestId(json: unknown): RequestId | undefined {
  if (!isObject(json) || typeof json['method'] !== 'string') return undefined;
  const { id } = json;
  return isId(id) ? id : undefined;
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || typeof id === 'number';
}

/** The same call with another request in it. */
export function callWith(call: UpstreamCall, arrival: Arrival): UpstreamCall {
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
    isOver: () => call.isOver(),
    isSpokenFor: () => call.isSpokenFor(),
  };
}
