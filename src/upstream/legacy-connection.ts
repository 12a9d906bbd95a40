/** One session of the 2025 era: the SDK's server with its whole catalogue, behind one `Mcp-Session-Id`. */
import {
  type JSONRPCMessage,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Answer } from '../exchange/answer.js';
import { headerOf } from '../exchange/header-lines.js';
import type { Arrival } from '../exchange/message.js';
import { quote } from '../judge/request-rule.js';
import { AskedIds } from './asked-ids.js';
import { findForbiddenBatch, findUsedId, invalidRequest } from './legacy-refusals.js';
import { type OwnRequest, ownCall, requestsIn, responsesIn } from './legacy-servings.js';
import { LegacyTransport, type TransportWatcher } from './legacy-transport.js';
import { MAX_OPEN, OpenRequests } from './open-requests.js';
import type { ServerPlan } from './plan.js';
import { RawIds } from './raw-ids.js';
import { toAnswer } from './sdk-answer.js';
import { toSdkRequest } from './sdk-request.js';
import { buildSessionServer, type SdkServerParts } from './sdk-server.js';
import { type Change, newServing, refusalAnswer, type Serving } from './serving.js';
import type { UpstreamCall } from './upstream.js';

export interface LegacyConnectionOptions {
  readonly parts: SdkServerParts;
  readonly keepAliveMs: number;
  readonly plan: ServerPlan;
  notify(change: Change): void;
}

const MAX_SUBSCRIPTIONS = 1_000;
const MAX_URI_LENGTH = 8_192;
const NO_ROOM = `${String(MAX_OPEN)} requests of this session have no answer yet: wait for one, or call one off`;
const LEFT = `Given up: its client had left, and ${String(MAX_OPEN)} requests of this session had no answer`;

export class LegacyConnection implements TransportWatcher {
  readonly #options: LegacyConnectionOptions;
  readonly #transport: LegacyTransport;
  readonly #server: McpServer;
  /** By the request that a message came in, then by the message: a batch holds several. */
  readonly #servings = new WeakMap<Request, ReadonlyMap<RequestId, Serving>>();
  readonly #open = new OpenRequests();
  readonly #rawIds = new RawIds();
  readonly #asked = new AskedIds();
  readonly #subscriptions = new Set<string>();
  #deletion: UpstreamCall | null = null;

  private constructor(options: LegacyConnectionOptions) {
    this.#options = options;
    this.#transport = new LegacyTransport(this, options.keepAliveMs);
    this.#server = buildSessionServer(options.plan, (sdk) => this.#servingOf(sdk), options.parts);
    this.#serveSubscriptions();
  }

  static async open(options: LegacyConnectionOptions): Promise<LegacyConnection> {
    const connection = new LegacyConnection(options);
    await connection.#server.connect(connection.#transport);
    return connection;
  }

  /** The `Mcp-Session-Id`; undefined before `initialize`. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  get protocolVersion(): string | null {
    return this.#transport.protocolVersion;
  }

  async serve(call: UpstreamCall): Promise<Answer> {
    const { arrival } = call;
    const requests = requestsIn(arrival);
    const refused = this.#refusalOf(call, requests);
    if (refused !== null) return invalidRequest(refused);
    const request = toSdkRequest(arrival);
    const servings = new Map(
      requests.map((own) => [own.id, this.#newServing(ownCall(call, own))] as const),
    );
    this.#servings.set(request, servings);
    for (const own of requests) this.#rawIds.note(own.arrival);
    if (arrival.verb === 'DELETE') this.#deletion = call;
    let wasHeard: () => void = () => undefined;
    const firstWord = new Promise<void>((resolve) => {
      wasHeard = resolve;
    });
    const takeBack = this.#open.add(servings, call, wasHeard);
    const parsed = arrival.json === undefined ? {} : { parsedBody: arrival.json };
    const response = await this.#transport.handleRequest(request, parsed);
    if (response.status !== 200) {
      takeBack();
    } else if (servings.size > 0 && shouldWait(arrival, this.#options.plan)) {
      await firstWord;
    }
    if (response.ok) for (const id of responsesIn(arrival)) this.#judgeResponse(id, call);
    if (arrival.verb === 'GET') await this.#judgeResumption(call, response);
    return await toAnswer(response, this.#rawIds.correction());
  }

  notify(change: Change): void {
    // It may have been closed meanwhile: nobody is left to be told.
    this.#tell(change).catch(() => undefined);
  }

  endGetStream(): void {
    this.#transport.closeStandaloneSSEStream();
  }

  async close(): Promise<void> {
    await this.#server.close();
    this.#open.closeAll();
  }

  /** The SDK makes a tool's failure of whatever a tool throws; a refusal of a dialogue is an error of the protocol. */
  outgoing(message: JSONRPCMessage, request: RequestId): JSONRPCMessage {
    const refusal = 'method' in message ? undefined : this.#open.servingOf(request)?.refusal;
    return refusal === undefined ? message : refusalAnswer(refusal, request);
  }

  asked(id: RequestId): void {
    this.#asked.add(id);
  }

  saidOn(stream: string, request: RequestId): void {
    this.#open.saidOn(stream, request);
  }

  sent(message: JSONRPCMessage, request: RequestId): void {
    if ('method' in message) this.#open.heard(request);
    else this.#open.close(request);
  }

  cancelled(request: RequestId): void {
    this.#open.servingOf(request)?.call.cancelled();
    this.#open.close(request);
  }

  deleted(): void {
    this.#deletion?.deleted();
  }

  async #tell(change: Change): Promise<void> {
    const { server } = this.#server;
    if (change === 'tools') await server.sendToolListChanged();
    else if (change === 'prompts') await server.sendPromptListChanged();
    else if (change === 'resources') await server.sendResourceListChanged();
    else if (this.#subscriptions.has(change.resource)) {
      await server.sendResourceUpdated({ uri: change.resource });
    }
  }

  /** Why the SDK does not get the body at all; null where it does. */
  #refusalOf(call: UpstreamCall, requests: readonly OwnRequest[]): string | null {
    const batch = findForbiddenBatch(call.arrival, this.protocolVersion);
    if (batch !== null) return batch;
    // The SDK answers by the id alone: of two requests with the same one, the first would wait for ever.
    const ids = requests.map(({ id }) => id);
    const used = findUsedId(ids, (id) => this.#open.has(id));
    if (used === undefined) return this.#makeRoom(ids.length);
    const text = `The id ${quote(used)} is that of another request, which has no answer yet`;
    call.found({ rule: 'C-BASE-05', level: 'must', text: `${text}.` });
    return text;
  }

  /** Gives requests up whose client has left, where too many would be open. */
  #makeRoom(wanted: number): string | null {
    const inTheWay = this.#open.inTheWay(wanted);
    for (const id of inTheWay ?? []) this.#transport.giveUp(id, LEFT);
    return inTheWay === null ? NO_ROOM : null;
  }

  #judgeResponse(id: RequestId, call: UpstreamCall): void {
    if (this.#asked.answer(id) || call.isSpokenFor()) return;
    const text = `The response has the id ${quote(id)}, but no request of that id waits for one.`;
    call.found({ rule: 'C-BASE-02', level: 'must', text });
  }

  async #judgeResumption(call: UpstreamCall, { ok }: Response): Promise<void> {
    const eventId = headerOf(call.arrival.headers, 'last-event-id') ?? '';
    if (eventId === '') return;
    if (ok) {
      const stream = await this.#transport.streamOf(eventId);
      if (stream !== undefined) this.#open.resumed(stream, call);
    } else if (!this.#transport.hasGiven(eventId) && !call.isSpokenFor()) {
      const text = `Last-Event-ID is ${quote(eventId)}, which no event of this session had.`;
      call.found({ rule: 'C-HTTP-11', level: 'should', text });
    }
  }

  #newServing(call: UpstreamCall): Serving {
    return newServing(call, this.#options.plan, (change) => {
      this.#options.notify(change);
    });
  }

  #servingOf({ http, mcpReq }: ServerContext): Serving {
    const serving = http?.req && this.#servings.get(http.req)?.get(mcpReq.id);
    if (serving === undefined) throw new Error('The SDK runs a call without its request.');
    return serving;
  }

  #serveSubscriptions(): void {
    const { server } = this.#server;
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      if (params.uri.length > MAX_URI_LENGTH) {
        const message = `uri: At most ${String(MAX_URI_LENGTH)} characters, please.`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
        throw new ProtocolError(
          ProtocolErrorCode.InvalidRequest,
          `This session has ${String(MAX_SUBSCRIPTIONS)} subscriptions already: unsubscribe first.`,
        );
      }
      this.#subscriptions.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      this.#subscriptions.delete(params.uri);
      return {};
    });
  }
}

/**
 * The head of an answer tells of an injected fault and of the session, so it waits for the first word where a dialogue
 * may begin, and for the result of `initialize`. Any other answer begins at once.
 */
function shouldWait({ rpc }: Arrival, { dialogues }: ServerPlan): boolean {
  if (rpc.method === 'initialize') return true;
  return dialogues.some(
    ({ method, name }) =>
      method === rpc.method && (method === 'resources/read' || name === rpc.name),
  );
}
