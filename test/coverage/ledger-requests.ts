/** The requests that the ledger's files name, whole and right unless an entry says otherwise. */
import { headersFor, message } from '../support/mcp.js';
import { requestBytes } from '../support/raw-http.js';
import type { Ask, AskName } from './ledger-format.js';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';
const CLIENT = { name: 'ledger', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

interface Named {
  readonly verb?: 'GET' | 'DELETE' | 'OPTIONS';
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly era: 'modern' | 'legacy';
  readonly isNotification?: boolean;
  /** Carries nothing that a handshake of 2025 would have given. */
  readonly isFirst?: boolean;
}

const ECHO = { name: 'echo', arguments: { text: 'hi' } };
const GUIDE = { uri: 'kitchen://guide' };
const PROMPT = { name: 'check_connection' };
const PROGRESS = { name: 'slow', arguments: { ms: 30, steps: 3 } };
const TOKEN = { _meta: { progressToken: 'p-7' } };
const COMPLETION = {
  ref: { type: 'ref/prompt', name: 'plan_meal' },
  argument: { name: 'dish', value: '' },
};
const EVERYTHING = {
  notifications: {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ['kitchen://guide'],
  },
};

const modern = (method: string, params: Named['params'] = {}): Named => ({
  era: 'modern',
  method,
  params,
});
const legacy = (method: string, params: Named['params'] = {}): Named => ({
  era: 'legacy',
  method,
  params,
});

const NAMED: Readonly<Record<AskName, Named>> = {
  call: modern('tools/call', ECHO),
  list: modern('tools/list'),
  discover: modern('server/discover'),
  read: modern('resources/read', GUIDE),
  resources: modern('resources/list'),
  templates: modern('resources/templates/list'),
  prompts: modern('prompts/list'),
  prompt: modern('prompts/get', PROMPT),
  complete: modern('completion/complete', COMPLETION),
  listen: modern('subscriptions/listen', EVERYTHING),
  progress: modern('tools/call', { ...PROGRESS, ...TOKEN }),
  ping: modern('ping'),
  notify: { ...modern('notifications/cancelled', { requestId: 99 }), isNotification: true },
  initialize: {
    ...legacy('initialize', {
      protocolVersion: LEGACY,
      capabilities: CAPABILITIES,
      clientInfo: CLIENT,
    }),
    isFirst: true,
  },
  'legacy-call': legacy('tools/call', ECHO),
  'legacy-list': legacy('tools/list'),
  'legacy-resources': legacy('resources/list'),
  'legacy-prompts': legacy('prompts/list'),
  'legacy-read': legacy('resources/read', GUIDE),
  'legacy-prompt': legacy('prompts/get', PROMPT),
  'legacy-complete': legacy('completion/complete', COMPLETION),
  'legacy-progress': legacy('tools/call', { ...PROGRESS, ...TOKEN }),
  'legacy-ping': legacy('ping'),
  'legacy-notify': {
    ...legacy('notifications/roots/list_changed'),
    isNotification: true,
  },
  'legacy-get': { era: 'legacy', verb: 'GET' },
  'legacy-delete': { era: 'legacy', verb: 'DELETE' },
  // The transport of 2024-11-05.
  'sse-open': { era: 'legacy', verb: 'GET', isFirst: true },
  'sse-call': { ...legacy('tools/call', ECHO), isFirst: true },
  options: { era: 'modern', verb: 'OPTIONS' },
  get: { era: 'modern', verb: 'GET' },
  visit: { era: 'modern', verb: 'GET' },
};

/** Method and params of a request as its name alone says them. */
export function namedRequest(name: AskName): Pick<Named, 'method' | 'params'> {
  return NAMED[name];
}

/** Whether the runner opens a session of the 2025 era first. */
export function needsSession({ request }: Ask): boolean {
  return request.startsWith('legacy-');
}

export interface Addressed {
  readonly path: string;
  readonly port: number;
  /** The `Mcp-Session-Id`, once one was given. */
  readonly sessionId: string | null;
}

/** Path and host of a URL that something in an answer named. */
export function visited(url: string): { readonly path: string; readonly host: string } {
  const { pathname, search, host } = new URL(url);
  return { path: pathname + search, host };
}

/** The bytes of a request. Strings are written as UTF-8. */
export function bytesOf(ask: Ask, { path, port, sessionId }: Addressed): Buffer {
  if (ask.request === 'visit') {
    const to = visited(ask.path ?? '');
    const headers = withChanges({ Host: to.host, Accept: '*/*' }, ask.headers ?? {});
    return Buffer.from(requestBytes({ verb: ask.verb ?? 'GET', path: to.path, headers }));
  }
  const named = NAMED[ask.request];
  const body = ask.body ?? (named.method === undefined ? undefined : bodyOf(ask, named));
  const headers = withChanges(
    {
      Host: `127.0.0.1:${String(port)}`,
      ...(named.era === 'modern'
        ? modernHeaders(ask, named)
        : legacyHeaders(ask, named, sessionId)),
    },
    ask.headers ?? {},
  );
  const verb = ask.verb ?? named.verb ?? 'POST';
  const request = { verb, path: ask.path ?? path, headers };
  const bytes = Buffer.from(requestBytes(body === undefined ? request : { ...request, body }));
  if (ask.headOnly === true) return bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4);
  return bytes.subarray(0, ask.firstBytes ?? bytes.byteLength);
}

function bodyOf(ask: Ask, named: Named): string {
  const { id = 7, version, capabilities = {} } = ask;
  const method = named.method ?? '';
  const params = { ...named.params, ...ask.params };
  const rpc = named.isNotification === true ? {} : { id };
  if (named.era === 'legacy') {
    const asked = {
      ...params,
      ...(ask.request === 'initialize' && version !== undefined && { protocolVersion: version }),
      ...(ask.request === 'initialize' && ask.capabilities !== undefined && { capabilities }),
    };
    return JSON.stringify({ jsonrpc: '2.0', ...rpc, method, params: asked });
  }
  const meta = {
    ...(version !== undefined && { 'io.modelcontextprotocol/protocolVersion': version }),
    ...(params as { _meta?: object })._meta,
  };
  const { id: _, ...rest } = message(
    method,
    { ...params, _meta: meta },
    { ...CLIENT, capabilities },
  );
  return JSON.stringify({ ...rpc, ...rest });
}

function modernHeaders(ask: Ask, named: Named): Record<string, string> {
  if (named.verb === 'OPTIONS') {
    return {
      Origin: 'http://localhost:6274',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,mcp-protocol-version,mcp-method,mcp-name',
    };
  }
  if (named.method === undefined) {
    return { accept: 'text/event-stream', 'mcp-protocol-version': ask.version ?? MODERN };
  }
  const params = { ...named.params, ...ask.params };
  return {
    ...headersFor({ method: named.method, params }),
    'mcp-protocol-version': ask.version ?? MODERN,
  };
}

function legacyHeaders(ask: Ask, named: Named, sessionId: string | null): Record<string, string> {
  const isGet = named.verb === 'GET';
  const isLater = named.isFirst !== true;
  return {
    accept: isGet ? 'text/event-stream' : 'application/json, text/event-stream',
    ...(named.method !== undefined && { 'content-type': 'application/json' }),
    ...(isLater && { 'mcp-protocol-version': ask.version ?? LEGACY }),
    ...(isLater && sessionId !== null && { 'mcp-session-id': sessionId }),
  };
}

function withChanges(
  headers: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()));
  const added = Object.entries(changes).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return Object.fromEntries([...kept, ...added]);
}
