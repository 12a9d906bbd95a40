/** The healthy server of the modern era: the SDK's own handler, one a workspace. */
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { Answer } from '../exchange/answer.js';
import { correctionFor, toAnswer } from './sdk-answer.js';
import { toSdkRequest } from './sdk-request.js';
import { buildCallServer, type SdkServerParts } from './sdk-server.js';
import { type Change, newServing, type Serving } from './serving.js';
import type { ServerPlan } from './plan.js';
import type { UpstreamCall } from './upstream.js';

export interface ModernUpstreamOptions {
  readonly parts: SdkServerParts;
  readonly maxSubscriptions: number;
  readonly keepAliveMs: number;
}

export class ModernUpstream {
  readonly #options: ModernUpstreamOptions;
  readonly #handlers = new Map<string, McpHttpHandler>();
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
    const response = await this.#handlerOf(snapshot.workspace).fetch(request, parsed);
    if (serving.asked !== undefined && response.status === 200) {
      call.dialogues.asked(serving.asked.dialogue, serving.asked.expiresAt);
    }
    return await toAnswer(response, correctionFor(serving));
  }

  notify(workspace: string, change: Change): void {
    const notifier = this.#handlers.get(workspace)?.notify;
    if (change === 'tools') notifier?.toolsChanged();
    else if (change === 'prompts') notifier?.promptsChanged();
    else if (change === 'resources') notifier?.resourcesChanged();
    else notifier?.resourceUpdated(change.resource);
  }

  async closeWorkspace(workspace: string): Promise<void> {
    const handler = this.#handlers.get(workspace);
    this.#handlers.delete(workspace);
    await handler?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#handlers.keys()].map((name) => this.closeWorkspace(name)));
  }

  #handlerOf(workspace: string): McpHttpHandler {
    let handler = this.#handlers.get(workspace);
    if (handler === undefined) {
      const { maxSubscriptions, keepAliveMs } = this.#options;
      const factory = (context: McpRequestContext): McpServer => this.#serverFor(context);
      handler = createMcpHandler(factory, { legacy: 'reject', maxSubscriptions, keepAliveMs });
      this.#handlers.set(workspace, handler);
    }
    return handler;
  }

  #serverFor({ requestInfo }: McpRequestContext): McpServer {
    const serving = requestInfo && this.#servings.get(requestInfo);
    if (serving === undefined) throw new Error('The SDK asked for a server without its request.');
    return buildCallServer(serving, this.#options.parts);
  }
}
