/** The healthy server of the modern era: the SDK's own handler, one a workspace. */
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import type { Answer } from '../exchange/answer.js';
import { correctionFor, toAnswer } from './sdk-answer.js';
import { toSdkRequest } from './sdk-request.js';
import { buildCallServer, type SdkServerParts } from './sdk-server.js';
import { type Change, newServing, type Serving } from './serving.js';
import type { ServerPlan } from './plan.js';
import { SessionBus } from './session-bus.js';
import type { UpstreamCall } from './upstream.js';

export interface ModernUpstreamOptions {
  readonly parts: SdkServerParts;
  readonly maxSubscriptions: number;
  readonly keepAliveMs: number;
}

interface Lane {
  readonly handler: McpHttpHandler;
  readonly bus: SessionBus;
}

export class ModernUpstream {
  readonly #options: ModernUpstreamOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #servings = new WeakMap<Request, Serving>();

  constructor(options: ModernUpstreamOptions) {
    this.#options = options;
  }

  async serve(
    call: UpstreamCall,
    plan: ServerPlan,
    notify: (change: Change) => void,
  ): Promise<Answer> {
    const { arrival, signal, snapshot } = call;
    const request = toSdkRequest(arrival, signal);
    const serving = newServing(call, plan, notify);
    this.#servings.set(request, serving);
    const parsed = arrival.json === undefined ? {} : { parsedBody: arrival.json };
    const { handler, bus } = this.#laneOf(snapshot.workspace);
    const response =
      arrival.rpc.method === 'subscriptions/listen'
        ? await bus.openFor(snapshot.session, () => handler.fetch(request, parsed))
        : await handler.fetch(request, parsed);
    if (serving.asked !== undefined && response.status === 200) {
      call.dialogues.asked(serving.asked.dialogue, serving.asked.expiresAt);
    }
    return await toAnswer(response, correctionFor(serving));
  }

  notify(workspace: string, change: Change, session?: string): void {
    const bus = this.#lanes.get(workspace)?.bus;
    if (session === undefined) bus?.publish(eventOf(change));
    else bus?.publishTo(session, eventOf(change));
  }

  async closeWorkspace(workspace: string): Promise<void> {
    const lane = this.#lanes.get(workspace);
    this.#lanes.delete(workspace);
    await lane?.handler.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.keys()].map((name) => this.closeWorkspace(name)));
  }

  #laneOf(workspace: string): Lane {
    let lane = this.#lanes.get(workspace);
    if (lane === undefined) {
      const { maxSubscriptions, keepAliveMs } = this.#options;
      const factory = (context: McpRequestContext): McpServer => this.#serverFor(context);
      const bus = new SessionBus();
      const options = { legacy: 'reject', maxSubscriptions, keepAliveMs, bus } as const;
      lane = { handler: createMcpHandler(factory, options), bus };
      this.#lanes.set(workspace, lane);
    }
    return lane;
  }

  #serverFor({ requestInfo }: McpRequestContext): McpServer {
    const serving = requestInfo && this.#servings.get(requestInfo);
    if (serving === undefined) throw new Error('The SDK asked for a server without its request.');
    return buildCallServer(serving, this.#options.parts);
  }
}

const EVENTS = {
  tools: { kind: 'tools_list_changed' },
  prompts: { kind: 'prompts_list_changed' },
  resources: { kind: 'resources_list_changed' },
} as const;

function eventOf(change: Change): ServerEvent {
  return typeof change === 'string'
    ? EVENTS[change]
    : { kind: 'resource_updated', uri: change.resource };
}
