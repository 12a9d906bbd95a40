/** The healthy server of the 2025 era: a connection for each `Mcp-Session-Id`, and an answer for who has none. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Answer } from '../exchange/answer.js';
import { LegacyConnection } from './legacy-connection.js';
import { findForbiddenBatch, invalidRequest } from './legacy-refusals.js';
import type { ServerPlan } from './plan.js';
import { toAnswer } from './sdk-answer.js';
import { toSdkRequest } from './sdk-request.js';
import type { SdkServerParts } from './sdk-server.js';
import type { Change } from './serving.js';
import type { UpstreamCall } from './upstream.js';

export interface LegacyUpstreamOptions {
  readonly parts: SdkServerParts;
  readonly keepAliveMs: number;
}

interface Lane {
  readonly connection: LegacyConnection;
  readonly workspace: string;
  /** The kitchen's own session. */
  readonly session: string;
}

export class LegacyUpstream {
  readonly #options: LegacyUpstreamOptions;
  readonly #lanes = new Map<string, Lane>();
  /** Never initialized, so it refuses in the SDK's words whatever needs a session. */
  readonly #lobby = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => '' });

  constructor(options: LegacyUpstreamOptions) {
    this.#options = options;
  }

  /** Sessions that are kept. */
  get size(): number {
    return this.#lanes.size;
  }

  async serve(
    call: UpstreamCall,
    plan: ServerPlan,
    notify: (change: Change) => void,
  ): Promise<Answer> {
    const { mcpSessionId, rpc } = call.arrival;
    if (mcpSessionId !== null) {
      const lane = this.#lanes.get(mcpSessionId);
      return lane === undefined ? await this.#refuse(call) : await lane.connection.serve(call);
    }
    return rpc.method === 'initialize'
      ? await this.#begin(call, plan, notify)
      : await this.#refuse(call);
  }

  notify(workspace: string, change: Change, session?: string): void {
    for (const lane of this.#lanes.values()) {
      const isMeant = session === undefined || lane.session === session;
      if (isMeant && lane.workspace === workspace) lane.connection.notify(change);
    }
  }

  endGetStream(id: string): void {
    this.#lanes.get(id)?.connection.endGetStream();
  }

  async closeSession(id: string): Promise<void> {
    const lane = this.#lanes.get(id);
    this.#lanes.delete(id);
    await lane?.connection.close();
  }

  async closeWorkspace(workspace: string): Promise<void> {
    const ids = [...this.#lanes].filter(([, lane]) => lane.workspace === workspace);
    await Promise.all(ids.map(([id]) => this.closeSession(id)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.keys()].map((id) => this.closeSession(id)));
  }

  async #begin(
    call: UpstreamCall,
    plan: ServerPlan,
    notify: (change: Change) => void,
  ): Promise<Answer> {
    const connection = await LegacyConnection.open({ ...this.#options, plan, notify });
    const answer = await connection.serve(call);
    const { id } = connection;
    if (id === undefined) {
      await connection.close();
      return answer;
    }
    const { workspace, session } = call.snapshot;
    this.#lanes.set(id, { connection, workspace, session });
    call.opened(id, connection.protocolVersion);
    return answer;
  }

  async #refuse({ arrival }: UpstreamCall): Promise<Answer> {
    const batch = findForbiddenBatch(arrival, null);
    if (batch !== null) return invalidRequest(batch);
    const parsed = arrival.json === undefined ? {} : { parsedBody: arrival.json };
    return await toAnswer(await this.#lobby.handleRequest(toSdkRequest(arrival), parsed), null);
  }
}
