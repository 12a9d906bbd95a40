/** The healthy server: the official SDK behind the `Upstream` interface. */
import { randomBytes } from 'node:crypto';
import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { Clock } from '../clock.js';
import { createCatalogue } from './catalogue/catalogue.js';
import { createDialogueStates } from './dialogue-state.js';
import { toAnswer } from './sdk-answer.js';
import { toSdkRequest } from './sdk-request.js';
import { buildSdkServer } from './sdk-server.js';
import type { Change, Serving } from './serving.js';
import type { Upstream, UpstreamCall } from './upstream.js';

export interface SdkUpstreamOptions {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly clock: Clock;
  /** Signs each `requestState`: at least 32 bytes, random by default. */
  readonly stateKey?: Uint8Array;
  /** Open `subscriptions/listen` streams per workspace (100,000 by default). */
  readonly maxSubscriptions?: number;
  /** Milliseconds between the comments that keep a stream open; 0 for none (15,000 by default). */
  readonly keepAliveMs?: number;
}

const DEFAULT_MAX_SUBSCRIPTIONS = 100_000;
const DEFAULT_KEEP_ALIVE_MS = 15_000;

export function createSdkUpstream(options: SdkUpstreamOptions): Upstream {
  const { serverInfo, clock, keepAliveMs = DEFAULT_KEEP_ALIVE_MS } = options;
  const { stateKey = randomBytes(32), maxSubscriptions = DEFAULT_MAX_SUBSCRIPTIONS } = options;
  const states = createDialogueStates(stateKey, clock);
  const catalogue = createCatalogue(clock);
  const defaultPlan = catalogue();
  const handlers = new Map<string, McpHttpHandler>();
  const servings = new WeakMap<Request, Serving>();

  const factory = ({ requestInfo }: McpRequestContext): McpServer => {
    const serving = requestInfo && servings.get(requestInfo);
    if (serving === undefined) throw new Error('The SDK asked for a server without its request.');
    return buildSdkServer(serverInfo, serving, states);
  };

  const handlerOf = (workspace: string): McpHttpHandler => {
    let handler = handlers.get(workspace);
    if (handler === undefined) {
      handler = createMcpHandler(factory, { legacy: 'reject', maxSubscriptions, keepAliveMs });
      handlers.set(workspace, handler);
    }
    return handler;
  };

  const notify = (workspace: string, change: Change): void => {
    const notifier = handlers.get(workspace)?.notify;
    if (change === 'tools') notifier?.toolsChanged();
    else if (change === 'prompts') notifier?.promptsChanged();
    else if (change === 'resources') notifier?.resourcesChanged();
    else notifier?.resourceUpdated(change.resource);
  };

  const closeWorkspace = async (workspace: string): Promise<void> => {
    const handler = handlers.get(workspace);
    handlers.delete(workspace);
    await handler?.close();
  };

  return {
    async serve(call: UpstreamCall) {
      const { arrival, signal, snapshot } = call;
      const request = toSdkRequest(arrival, signal);
      const serving: Serving = {
        call,
        plan: call.plan ?? defaultPlan,
        notify: (change) => {
          notify(snapshot.workspace, change);
        },
        refusal: undefined,
        asked: undefined,
      };
      servings.set(request, serving);
      const handler = handlerOf(snapshot.workspace);
      const parsed = arrival.json === undefined ? {} : { parsedBody: arrival.json };
      const response = await handler.fetch(request, parsed);
      if (serving.asked !== undefined && response.status === 200) {
        call.dialogues.asked(serving.asked.dialogue, serving.asked.expiresAt);
      }
      return await toAnswer(response, serving);
    },
    plan: catalogue,
    notify,
    closeWorkspace,
    async close() {
      await Promise.all([...handlers.keys()].map(closeWorkspace));
    },
  };
}
