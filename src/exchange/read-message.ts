/** Reads what a body says, as far as it says anything, without ever throwing. */
import { readMemberToken } from '../json/tokens.js';
import type { ClientInfo, RpcKind, RpcMessage } from './message.js';

type JsonObject = Readonly<Record<string, unknown>>;

const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const MAX_NAME_LENGTH = 200;
const ANONYMOUS: ClientInfo = { name: 'anonymous', version: null };

export const NO_MESSAGE: Omit<RpcMessage, 'kind'> = {
  idToken: null,
  method: null,
  name: null,
  params: null,
  meta: null,
  requestState: null,
  inputResponses: null,
};

/** The parsed body; undefined where it is empty or no JSON. A byte order mark before it is passed over. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function readMessage(text: string, json: unknown): RpcMessage {
  if (json === undefined) return { ...NO_MESSAGE, kind: text === '' ? 'none' : 'unparseable' };
  if (Array.isArray(json)) return { ...NO_MESSAGE, kind: 'batch' };
  if (!isObject(json)) return { ...NO_MESSAGE, kind: 'invalid' };
  const method = typeof json['method'] === 'string' ? json['method'] : null;
  const params = isObject(json['params']) ? json['params'] : null;
  const requestState = params?.['requestState'];
  const inputResponses = params?.['inputResponses'];
  return {
    kind: kindOf(json, method),
    idToken: Object.hasOwn(json, 'id') ? readMemberToken(text, 'id') : null,
    method,
    name: nameOf(method, params),
    params,
    meta: isObject(params?.['_meta']) ? params['_meta'] : null,
    requestState: typeof requestState === 'string' ? requestState : null,
    inputResponses: isObject(inputResponses) ? inputResponses : null,
  };
}

function kindOf(json: JsonObject, method: string | null): RpcKind {
  if (method !== null) return Object.hasOwn(json, 'id') ? 'request' : 'notification';
  return Object.hasOwn(json, 'result') || Object.hasOwn(json, 'error') ? 'response' : 'invalid';
}

function nameOf(method: string | null, params: JsonObject | null): string | null {
  if (params === null) return null;
  const name =
    method === 'tools/call' || method === 'prompts/get'
      ? params['name']
      : method === 'resources/read'
        ? params['uri']
        : null;
  return typeof name === 'string' ? name : null;
}

/** `clientInfo` of `_meta`, or of `initialize`; `anonymous` where there is none. */
export function readClient({ meta, method, params }: RpcMessage): ClientInfo {
  const info = meta?.[CLIENT_INFO_KEY] ?? (method === 'initialize' ? params?.['clientInfo'] : null);
  if (!isObject(info) || typeof info['name'] !== 'string') return ANONYMOUS;
  const version = info['version'];
  return {
    name: info['name'].slice(0, MAX_NAME_LENGTH),
    version: typeof version === 'string' ? version.slice(0, MAX_NAME_LENGTH) : null,
  };
}

export function readProtocolVersion(rpc: RpcMessage, header: string | null): string | null {
  const named =
    rpc.meta?.[PROTOCOL_VERSION_KEY] ??
    (rpc.method === 'initialize' ? rpc.params?.['protocolVersion'] : null) ??
    header;
  return typeof named === 'string' ? named.slice(0, MAX_NAME_LENGTH) : null;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
