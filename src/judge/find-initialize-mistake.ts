/** What can be wrong with an `initialize` (2025 era): it says once what `_meta` says in each request of the modern era. */
import type { Arrival } from '../exchange/message.js';
import { headerOf, isObject, quote } from './request-rule.js';

/** Each of them is an object where it is declared at all. */
const CAPABILITIES = ['elicitation', 'experimental', 'extensions', 'roots', 'sampling', 'tasks'];

function isInitialize({ rpc }: Arrival): boolean {
  return rpc.kind === 'request' && rpc.method === 'initialize';
}

/** 2025-11-25, basic/lifecycle#initialization */
export function findMissingParam(arrival: Arrival): string | null {
  if (!isInitialize(arrival)) return null;
  const { rpc } = arrival;
  const version = rpc.params?.['protocolVersion'];
  if (typeof version !== 'string') {
    return `The initialize has ${quote(version)} for "protocolVersion" in place of a string.`;
  }
  const capabilities = rpc.params?.['capabilities'];
  if (!isObject(capabilities)) {
    return `The initialize has ${quote(capabilities)} for "capabilities" in place of an object.`;
  }
  const wrong = CAPABILITIES.find(
    (name) => Object.hasOwn(capabilities, name) && !isObject(capabilities[name]),
  );
  return wrong === undefined
    ? null
    : `The capability ${quote(wrong)} is ${quote(capabilities[wrong])} in place of an object.`;
}

export function findInfoMistake(arrival: Arrival): string | null {
  if (!isInitialize(arrival)) return null;
  const info = arrival.rpc.params?.['clientInfo'];
  if (!isObject(info)) {
    return `The initialize has ${quote(info)} for "clientInfo" in place of an object.`;
  }
  const wrong = ['name', 'version'].find((member) => typeof info[member] !== 'string');
  return wrong === undefined ? null : `"clientInfo" has ${quote(info[wrong])} for "${wrong}".`;
}

/** 2025-11-25, basic/transports#session-management */
export function findEarlySession(arrival: Arrival): string | null {
  return isInitialize(arrival) && headerOf(arrival, 'mcp-session-id') !== null
    ? 'The initialize has an Mcp-Session-Id; a session begins without one.'
    : null;
}
