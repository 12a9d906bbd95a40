/** Builds arrivals and calls of the healthy server by hand, as they would come from a client that does all right. */
import {
  parseJson,
  readClient,
  readMessage,
  readProtocolVersion,
} from '../../src/exchange/read-message.js';
import type { Arrival, HeaderLines } from '../../src/exchange/message.js';
import type { Fault } from '../../src/faults/fault.js';
import type { Finding } from '../../src/observations/observation.js';
import type { Snapshot } from '../../src/sessions/session.js';
import type { UpstreamCall } from '../../src/upstream/upstream.js';

export const VERSION = '2026-07-28';

export const EVERY_CAPABILITY = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
} as const;

let lastId = 0;

export interface RequestOptions {
  readonly id?: string | number;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Further members of `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A whole request of the modern era. */
export function modernRequest(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { id = (lastId += 1), capabilities = EVERY_CAPABILITY, meta = {} }: RequestOptions = {},
): Record<string, unknown> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test-client', version: '1.0.0' },
    ...meta,
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
}

export interface ArrivalOptions {
  readonly verb?: string;
  readonly workspace?: string;
  /** Put in place of the headers of the same name; an empty value takes the header away. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An arrival from a message, or from the raw text of a body. */
export function arrivalOf(message: object | string, options: ArrivalOptions = {}): Arrival {
  const { verb = 'POST', workspace = 'default' } = options;
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const json = parseJson(text);
  const rpc = readMessage(text, json);
  const plain: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    ...(rpc.method !== null && { 'mcp-method': rpc.method }),
    ...(rpc.name !== null && { 'mcp-name': encodeHeader(rpc.name) }),
    ...options.headers,
  };
  const headers: HeaderLines = Object.entries(plain).filter(([, value]) => value !== '');
  return {
    at: Date.UTC(2026, 6, 28),
    verb,
    path: '/mcp',
    address: { workspace, key: null },
    headers,
    remote: 'in-process',
    connection: null,
    body: new TextEncoder().encode(text),
    json,
    rpc,
    era: 'modern',
    mcpSessionId: null,
    protocolVersion: readProtocolVersion(rpc, plain['mcp-protocol-version'] ?? null),
    client: readClient(rpc),
  };
}

/** Base64 where a value cannot stand in a header as it is (streamable-http#value-encoding). */
export function encodeHeader(value: string): string {
  const plain = /^[\x20-\x7e]*$/.test(value) && value.trim() === value;
  return plain && !value.startsWith('=?base64?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

export interface CallOptions extends Partial<Pick<UpstreamCall, 'plan' | 'signal'>> {
  readonly snapshot?: Partial<Snapshot>;
}

/** What a call wrote down on its way. */
export interface RecordedCall extends UpstreamCall {
  readonly faults: Fault[];
  readonly findings: Finding[];
  readonly waiting: Map<string, number>;
}

/** A session's memory that calls share: pass the one of an earlier call on as `dialogues`. */
export function callOf(
  arrival: Arrival,
  { plan, signal = new AbortController().signal, snapshot = {} }: CallOptions = {},
  session: Pick<RecordedCall, 'dialogues' | 'waiting'> = newSession(),
): RecordedCall {
  const faults: Fault[] = [];
  const findings: Finding[] = [];
  return {
    arrival,
    plan,
    signal,
    faults,
    findings,
    ...session,
    snapshot: {
      workspace: arrival.address.workspace,
      session: 'session-1',
      key: null,
      scenario: 'baseline',
      params: {},
      revision: 1,
      seed: 1,
      startedAt: arrival.at,
      counters: { post: 1, method: 1, call: 1, round: null },
      sessionCounters: { posts: 1, methods: {}, calls: {}, rounds: {} },
      ...snapshot,
    },
    injected: (fault) => faults.push(fault),
    found: (finding) => findings.push(finding),
    opened: () => undefined,
    deleted: () => undefined,
    cancelled: () => undefined,
    isOver: () => false,
    isSpokenFor: () => false,
  };
}

export function newSession(): Pick<RecordedCall, 'dialogues' | 'waiting'> {
  const waiting = new Map<string, number>();
  return {
    waiting,
    dialogues: {
      seen: new Map(),
      asked: (dialogue, expiresAt) => waiting.set(dialogue, expiresAt),
      answered: (dialogue) => waiting.delete(dialogue),
    },
  };
}
