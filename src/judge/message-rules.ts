/** Rules about the JSON-RPC message in the body. */
import { isUtf8 } from 'node:buffer';
import type { Arrival } from '../exchange/message.js';
import { isObject, quote, type RequestRule } from './request-rule.js';

const NOTIFICATION_PREFIX = 'notifications/';

export const MESSAGE_RULES: readonly RequestRule[] = [
  { rule: 'C-BASE-02', level: 'must', legacy: true, check: findShapeMistake },
  { rule: 'C-BASE-03', level: 'must', legacy: true, check: findIdMistake },
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
    check: ({ rpc }) =>
      rpc.kind === 'batch' ? 'The body is an array; each message needs a POST of its own.' : null,
  },
  {
    rule: 'C-HTTP-06',
    level: 'must',
    check: ({ rpc }) =>
      rpc.kind === 'response' ? 'The body is a JSON-RPC response; clients send none.' : null,
  },
  {
    rule: 'C-TRN-01',
    level: 'must',
    check: ({ body }) => (isUtf8(body) ? null : 'The body is no valid UTF-8.'),
  },
  {
    rule: 'C-TRN-01',
    level: 'should',
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
  if (rpc.kind === 'response') return null;
  if (typeof json['method'] !== 'string') {
    return `"method" is ${quote(json['method'])} in place of a string.`;
  }
  return !Object.hasOwn(json, 'params') || isObject(json['params'])
    ? null
    : `"params" is ${quote(json['params'])} in place of an object.`;
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
