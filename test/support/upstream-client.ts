/** Calls the healthy server in process and reads its answers, streamed ones too. */
import type { Answer } from '../../src/exchange/answer.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import {
  type ArrivalOptions,
  arrivalOf,
  callOf,
  type CallOptions,
  modernRequest,
  newSession,
  type RecordedCall,
  type RequestOptions,
} from './arrival.js';
import type { Json } from './mcp.js';
import { messageErrors } from './schema.js';

export interface Served {
  readonly answer: Answer;
  readonly call: RecordedCall;
  /** All messages of the answer, in order. */
  readonly messages: Json[];
  /** The last message. */
  readonly reply: Json;
}

export interface SendOptions extends RequestOptions, ArrivalOptions, CallOptions {}

/** A client of one session; every message that comes back must follow the schema. */
export class UpstreamClient {
  readonly session = newSession();
  constructor(
    readonly upstream: Upstream,
    readonly options: SendOptions = {},
  ) {}

  async send(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    options: SendOptions = {},
  ): Promise<Served> {
    const merged = { ...this.options, ...options };
    const served = await this.post(modernRequest(method, params, merged), merged);
    const errors = served.messages.flatMap((message) => messageErrors(method, message));
    if (errors.length > 0) throw new Error(`Off the schema: ${errors.join('; ')}`);
    return served;
  }

  /** Sends a body as it is; the answer may be anything. */
  async post(message: object | string, options: SendOptions = {}): Promise<Served> {
    const call = callOf(arrivalOf(message, options), options, this.session);
    const answer = await this.upstream.serve(call);
    const messages = await readMessages(answer);
    return { answer, call, messages, reply: messages.at(-1) };
  }
}

export async function readMessages({ body, headers }: Answer): Promise<Json[]> {
  if (body === null) return [];
  const text = await new Response(body).text();
  const contentType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!contentType.startsWith('text/event-stream')) return [JSON.parse(text)];
  return text.split('\n').flatMap((line) => {
    return line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : [];
  });
}
