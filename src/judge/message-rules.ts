/** Rules about the JSON-RPC message in the body. */
import { isUtf8 } from 'node:buffer';
import type { Arrival } from '../exchange/message.js';
import { findRepeatedName } from '../json/repeated-name.js';
import { BATCH_VERSION, MAX_BATCH, MODERN_VERSIONS } from '../server-info.js';
import { isObject, quote, type RequestRule } from './request-rule.js';

const NOTIFICATION_PREFIX = 'notifications/';
const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params']);
const RESPONSE_MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'result', 'error']);
/** Names are looked for in smaller bodies only: it takes longer than reading them does. */
const MAX_SEARCHED_BYTES = 64 * 1024;
const decoder = new TextDecoder();

export const MESSAGE_RULES: readonly RequestRule[] = [
  { rule: 'C-BASE-02', level: 'must', legacy: true, check: findShapeMistake },
  { rule: 'C-BASE-02', level: 'should', legacy: true, check: findOddMembers },
  { rule: 'C-BASE-03', level: 'must', legacy: true, check: findIdMistake },
  {
    rule: 'C-BASE-03',
    level: 'should',
    legacy: true,
    check: ({ json, rpc }) =>
      rpc.method !== null && isObject(json) && isBeyondSafe(json['id'])
        ? `The id ${rpc.idToken?.slice(0, 40) ?? ''} is beyond 2^53 - 1: most implementations round it.`
        : null,
  },
  {
    rule: 'C-BASE-04',
    level: 'must',
    legacy: true,
    check: ({ rpc }) =>
      rpc.method !== null && rpc.idToken === 'null' && !isNotification(rpc.method)
        ? 'The id of a request is null.'
        : null,
  },
  {
    rule: 'C-BASE-16',
    level: 'must',
    legacy: true,
    check: ({ rpc }) =>
      rpc.method !== null && isNotification(rpc.method) && rpc.idToken !== null
        ? `The notification ${quote(rpc.method)} has an id.`
        : null,
  },
  {
    rule: 'C-HTTP-05',
    level: 'must',
    legacy: true,
    check: findBatchMistake,
  },
  {
    rule: 'C-HTTP-05',
    level: 'should',
    legacy: true,
    check: ({ era, json }) =>
      era === 'legacy' && Array.isArray(json) && json.length > MAX_BATCH
        ? `The batch has ${String(json.length)} messages; few servers take more than ${String(MAX_BATCH)}.`
        : null,
  },
  {
    rule: 'C-HTTP-06',
    level: 'must',
    legacy: true,
    // The SDK takes a response for one of the 2025 era, whatever version it names.
    check: ({ rpc, era, protocolVersion }) =>
      rpc.kind === 'response' &&
      (era === 'modern' || MODERN_VERSIONS.includes(protocolVersion ?? ''))
        ? 'The body is a JSON-RPC response; clients send none.'
        : null,
  },
  {
    rule: 'C-TRN-01',
    level: 'must',
    legacy: true,
    check: ({ body }) => (isUtf8(body) ? null : 'The body is no valid UTF-8.'),
  },
  {
    rule: 'C-TRN-01',
    level: 'should',
    legacy: true,
    check: ({ body }) =>
      body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
        ? 'The body begins with a byte order mark.'
        : null,
  },
];

function findShapeMistake({ verb, json, rpc }: Arrival): string | null {
  if (verb !== 'POST' || rpc.kind === 'batch') return null;
  if (rpc.kind === 'none') return 'The body is empty.';
  if (rpc.kind === 'unparseable') return 'The body is no JSON.';
  if (!isObject(json)) return `The body is ${quote(json)}, no JSON-RPC message.`;
  if (json['jsonrpc'] !== '2.0') return `"jsonrpc" is ${quote(json['jsonrpc'])} in place of "2.0".`;
  if (rpc.kind === 'response') return findResponseMistake(json);
  if (typeof json['method'] !== 'string') {
    return `"method" is ${quote(json['method'])} in place of a string.`;
  }
  return !Object.hasOwn(json, 'params') || isObject(json['params'])
    ? null
    : `"params" is ${quote(json['params'])} in place of an object.`;
}

function findResponseMistake(json: Readonly<Record<string, unknown>>): string | null {
  const { id, result, error } = json;
  if (Object.hasOwn(json, 'result')) {
    if (Object.hasOwn(json, 'error')) return 'The response has both a result and an error.';
    if (!isObject(result)) return `The result is ${quote(result)} in place of an object.`;
  } else if (!isObject(error)) {
    return `The error is ${quote(error)} in place of an object.`;
  } else if (!Number.isInteger(error['code']) || typeof error['message'] !== 'string') {
    return 'The error lacks an integer "code" or a "message".';
  } else if (id === undefined || id === null) {
    // The id of what it could make no sense of may be unknown to the client.
    return null;
  }
  return typeof id === 'string' || Number.isInteger(id)
    ? null
    : `The id of the response is ${quote(id)} in place of a string or an integer.`;
}

/** The SDK refuses what is beyond the protocol's own members, and of a name that stands twice it takes the last. */
function findOddMembers({ json, rpc, body }: Arrival): string | null {
  const mistakes: string[] = [];
  if (isObject(json) && rpc.kind !== 'invalid') {
    const known = rpc.kind === 'response' ? RESPONSE_MEMBERS : MEMBERS;
    const odd = Object.keys(json).find((name) => !known.has(name));
    if (odd !== undefined) mistakes.push(`The message has a member ${quote(odd)}.`);
  }
  if (json !== undefined && body.byteLength <= MAX_SEARCHED_BYTES) {
    const repeated = findRepeatedName(decoder.decode(body), json);
    if (repeated !== null) mistakes.push(`The name ${quote(repeated)} stands twice in one object.`);
  }
  return mistakes.length === 0 ? null : mistakes.join(' ');
}

function isBeyondSafe(id: unknown): boolean {
  return Number.isInteger(id) && !Number.isSafeInteger(id);
}

function findBatchMistake({ era, json, rpc, protocolVersion }: Arrival): string | null {
  if (rpc.kind !== 'batch' || !Array.isArray(json)) return null;
  // Where no version is named, the oldest is assumed (2025-11-25, basic/transports#protocol-version-header).
  if (era === 'modern' || (protocolVersion ?? BATCH_VERSION) !== BATCH_VERSION) {
    return 'The body is an array; each message needs a POST of its own.';
  }
  if (json.length === 0) return 'The body is an empty array.';
  return json.some((part) => isObject(part) && part['method'] === 'initialize')
    ? 'An initialize must not be part of a batch.'
    : null;
}

function findIdMistake({ json, rpc }: Arrival): string | null {
  if (rpc.method === null || isNotification(rpc.method) || !isObject(json)) return null;
  if (!Object.hasOwn(json, 'id')) return `The request ${quote(rpc.method)} has no id.`;
  const id = json['id'];
  if (id === null || typeof id === 'string' || Number.isInteger(id)) return null;
  return `The id is ${quote(id)} in place of a string or an integer.`;
}

function isNotification(method: string): boolean {
  return method.startsWith(NOTIFICATION_PREFIX);
}
