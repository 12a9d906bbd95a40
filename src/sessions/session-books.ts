/** Where the live sessions stand, so that they can be found; decides nothing about them. */
import type { McpAddress } from '../exchange/message.js';
import type { LiveSession } from './live-session.js';

export interface WorkspaceSessions {
  /** The current session of each client key. */
  readonly current: Map<string, LiveSession>;
  readonly byKey: Map<string, LiveSession>;
  /** Sessions that would open for requests whose bodies nobody reads. */
  readonly prospects: Map<string, LiveSession>;
}

export class SessionBooks {
  readonly byId = new Map<string, LiveSession>();
  readonly #workspaces = new Map<string, WorkspaceSessions>();
  readonly #lastOnConnection = new WeakMap<object, LiveSession>();

  of(workspace: string): WorkspaceSessions {
    let sessions = this.#workspaces.get(workspace);
    if (sessions === undefined) {
      sessions = { current: new Map(), byKey: new Map(), prospects: new Map() };
      this.#workspaces.set(workspace, sessions);
    }
    return sessions;
  }

  all(workspace: string): readonly LiveSession[] {
    return [...this.byId.values()].filter(({ birth }) => birth.workspace === workspace);
  }

  noteConnection(connection: object | null, session: LiveSession): void {
    if (connection !== null) this.#lastOnConnection.set(connection, session);
  }

  /** The last session on a connection, where it is one that is found by its client. */
  lastInLane({ workspace }: McpAddress, connection: object | null): LiveSession | undefined {
    const last = connection === null ? undefined : this.#lastOnConnection.get(connection);
    const inSameLane = last?.birth.workspace === workspace && last.birth.key === null;
    return inSameLane ? last : undefined;
  }

  forgetWorkspace(workspace: string): void {
    this.#workspaces.delete(workspace);
  }
}
