/** A hand-made client of the 2025 era. Every message that comes back as an answer must follow the schema. */
import type { Kitchen } from '../../src/kitchen-options.js';
import { SseStream } from './event-stream.js';
import { legacyMessageErrors } from './legacy-schema.js';
import type { Json } from './mcp.js';

export interface LegacyOptions {
  readonly name?: string;
  readonly version?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** What `initialize` asks for, and the header then says. Default 2025-11-25. */
  readonly protocolVersion?: string;
  /** Path of the MCP address. Default `/mcp`. */
  readonly path?: string;
  /** Sends over a real socket instead of in process. */
  readonly socket?: boolean;
}

export interface LegacyAnswer {
  readonly response: Response;
  readonly status: number;
  /** All messages of the answer, in order. */
  readonly messages: Json[];
  /** The last of them. */
  readonly reply: Json;
}

export const EVERYTHING = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
} as const;

export class LegacyClient {
  /** The `Mcp-Session-Id`. */
  id: string | null = null;
  readonly #kitchen: Kitchen;
  readonly #options: LegacyOptions;
  #nextId = 1;

  constructor(kitchen: Kitchen, options: LegacyOptions = {}) {
    this.#kitchen = kitchen;
    this.#options = options;
  }

  /** A client that has shaken hands. */
  static async connect(kitchen: Kitchen, options: LegacyOptions = {}): Promise<LegacyClient> {
    const client = new LegacyClient(kitchen, options);
    await client.initialize();
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  async initialize(): Promise<LegacyAnswer> {
    const { name = 'old-client', version = '1.0.0', capabilities = EVERYTHING } = this.#options;
    const { protocolVersion = '2025-11-25' } = this.#options;
    const clientInfo = { name, version };
    const answer = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    this.id = answer.response.headers.get('mcp-session-id');
    return answer;
  }

  async request(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LegacyAnswer> {
    const answer = await this.post(this.message(method, params), headers);
    const errors = answer.messages.flatMap((message) =>
      answer.status === 200 ? legacyMessageErrors(method, message) : [],
    );
    if (errors.length > 0) throw new Error(`Off the schema: ${errors.join('; ')}`);
    return answer;
  }

  call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<LegacyAnswer> {
    return this.request('tools/call', { name, arguments: args });
  }

  message(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    id: unknown = this.#nextId++,
  ): Record<string, unknown> {
    return { jsonrpc: '2.0', id, method, params };
  }

  /** Sends a body as it is, and reads the answer whole. */
  async post(
    body: object | string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LegacyAnswer> {
    const response = await this.send('POST', body, headers);
    const messages = await readAll(response);
    return { response, status: response.status, messages, reply: messages.at(-1) };
  }

  /** Sends a request and leaves its stream open. */
  async open(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    id?: unknown,
  ): Promise<SseStream> {
    return new SseStream(await this.send('POST', this.message(method, params, id)));
  }

  /** Opens the stream for what the server says by itself, or resumes any other. */
  async listen(lastEventId?: string): Promise<SseStream> {
    const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
    const response = await this.send('GET', undefined, resumed);
    if (response.status !== 200) throw new Error(`GET was answered ${String(response.status)}.`);
    return new SseStream(response);
  }

  /** Answers a request of the server. */
  answer(id: unknown, result: unknown): Promise<LegacyAnswer> {
    return this.post({ jsonrpc: '2.0', id, result });
  }

  /** Sends anything, with the session's headers; an empty value takes one away. */
  send(
    method: string,
    body?: object | string,
    headers: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Response> {
    const { path = '/mcp', protocolVersion = '2025-11-25', socket = false } = this.#options;
    const plain: Record<string, string> = {
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...(this.id !== null && {
        'mcp-session-id': this.id,
        'mcp-protocol-version': protocolVersion,
      }),
      ...headers,
    };
    const init = {
      method,
      headers: Object.entries(plain).filter(([, value]) => value !== ''),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    };
    return socket
      ? fetch(`${this.#kitchen.url}${path}`, init)
      : this.#kitchen.fetch(new Request(`http://127.0.0.1${path}`, init));
  }

  /** The kitchen's session that the client is in. */
  async session(): Promise<string> {
    const { response } = await this.request('ping');
    return response.headers.get('kitchen-session') ?? '';
  }
}

async function readAll(response: Response): Promise<Json[]> {
  if (response.headers.get('content-type') === 'text/event-stream') {
    return await new SseStream(response).rest();
  }
  const text = await response.text();
  return text === '' ? [] : [JSON.parse(text)];
}
