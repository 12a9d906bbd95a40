/** A hand-made modern client: requests exactly as the specification wants them, sent wherever a test likes. */
import type { Kitchen } from '../../src/kitchen-options.js';

export interface ClientOptions {
  readonly name?: string;
  readonly version?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Path of the MCP address. Default `/mcp`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined where it is no JSON. */
  readonly json: Json;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
export type Json = any;

let nextId = 1;

/** The body of a modern request. */
export function message(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { name = 'test-client', version = '1.0.0', capabilities = {} }: ClientOptions = {},
  id: unknown = nextId++,
): Record<string, unknown> {
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        'io.modelcontextprotocol/clientInfo': { name, version },
        ...(params['_meta'] as object | undefined),
      },
    },
  };
}

/** The headers that mirror a message. */
export function headersFor(body: Record<string, unknown>): Record<string, string> {
  const { method, params } = body as { method: string; params?: Record<string, unknown> };
  const named = params?.['name'] ?? params?.['uri'];
  const mirrors = ['tools/call', 'prompts/get', 'resources/read'].includes(method);
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(mirrors && typeof named === 'string' ? { 'mcp-name': named } : {}),
  };
}

/** Sends a message in process. */
export async function send(
  kitchen: Pick<Kitchen, 'fetch'>,
  body: Record<string, unknown>,
  options: ClientOptions = {},
): Promise<Answered> {
  const response = await kitchen.fetch(
    new Request(`http://127.0.0.1${options.path ?? '/mcp'}`, {
      method: 'POST',
      headers: { host: '127.0.0.1', ...headersFor(body), ...options.headers },
      body: JSON.stringify(body),
    }),
  );
  return read(response);
}

export async function read(response: Response): Promise<Answered> {
  const text = await response.text();
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

export function discover(
  kitchen: Pick<Kitchen, 'fetch'>,
  options: ClientOptions = {},
  id?: unknown,
): Promise<Answered> {
  return send(kitchen, message('server/discover', {}, options, id), options);
}

export function callTool(
  kitchen: Pick<Kitchen, 'fetch'>,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  options: ClientOptions = {},
): Promise<Answered> {
  return send(kitchen, message('tools/call', { name, arguments: args }, options), options);
}

export function sessionOf(answered: Answered): string {
  return answered.headers.get('kitchen-session') ?? '';
}
