/** What a kitchen can be started with, and what it then offers. */
import type { Clock } from './clock.js';
import type { Log } from './log.js';
import type { Observation } from './observations/observation.js';
import type { ScenarioProblem } from './scenario/load-scenarios.js';
import type { Protocol } from './server-info.js';
import type {
  KitchenService,
  OrderedSession,
  OrderInput,
  OwnPortInput,
  SavedSelection,
  SelectionInput,
} from './service.js';
import type { SessionRecord } from './sessions/session.js';
import type { ObservationFilter, Retention } from './store/store.js';

export interface KitchenOptions {
  /** TCP port, 0 for any free one. Default 4242. */
  readonly port?: number | undefined;
  /** A second port with TLS, 0 for any free one; its certificate is made at start. Default: none. */
  readonly tlsPort?: number | undefined;
  /** Address to bind. Default `127.0.0.1`; anything but loopback needs an admin token, and one is made if none is given. */
  readonly host?: string | undefined;
  /** Database file. Default `kitchen.db` in the working directory, `:memory:` with port 0. */
  readonly db?: string | undefined;
  /** Scenario to select in the workspace `default` at start. Default: what was selected before, else `baseline`. */
  readonly scenario?: string | undefined;
  /** Its params; without `scenario`, those of the stored one. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** 0 to 2^32 - 1; without `scenario`, of the stored one. */
  readonly seed?: number | undefined;
  /** Folders with scenario files beside the built-in ones. */
  readonly scenarioFolders?: readonly string[] | undefined;
  /** When a session counts as idle, in milliseconds: 1 to a year. Default 10 minutes. */
  readonly idleTimeoutMs?: number | undefined;
  /** The eras that are spoken: `modern` is 2026-07-28, `legacy` the revisions of 2025. Default `both`. */
  readonly protocol?: Protocol | undefined;
  /** Largest request body, in bytes: 1 to 256 MiB. Default 4 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Up to this size headers and bodies are recorded, in bytes each: 0 to 256 MiB. Default 64 KiB. */
  readonly recordCapBytes?: number | undefined;
  /** What is kept of the record, and for how long. */
  readonly retention?: Partial<Retention> | undefined;
  /** Creates a workspace when its address is first used. Default false. */
  readonly openWorkspaces?: boolean | undefined;
  /** Host names beside the loopback ones, bare: no scheme, no port; IPv6 in brackets. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins of browser clients beside loopback pages, whole: `https://app.example`. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Whether answers carry the `Kitchen-*` headers. Default true. */
  readonly marks?: boolean | undefined;
  /** Bearer token of the admin API: visible ASCII characters. */
  readonly adminToken?: string | undefined;
  /** Bearer token of the MCP addresses: visible ASCII characters. */
  readonly mcpToken?: string | undefined;
  readonly log?: Log | undefined;
  readonly clock?: Clock | undefined;
}

export interface WaitOptions {
  /** Default `default`. */
  readonly workspace?: string | undefined;
  /** Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** A running kitchen. */
export interface Kitchen {
  readonly port: number;
  /** `http://HOST:PORT`, without a path; HOST is `127.0.0.1` where every address is bound. */
  readonly url: string;
  /** MCP address of the workspace `default`. */
  readonly mcpUrl: string;
  readonly apiUrl: string;
  /** Where TLS is spoken; null without `tlsPort`. */
  readonly tls: {
    readonly port: number;
    /** MCP address of the workspace `default`. */
    readonly mcpUrl: string;
    /** File with the certificate of the authority that clients must trust. */
    readonly caFile: string;
  } | null;
  readonly adminToken: string | null;
  /** Absolute path of the database file, or `:memory:`. */
  readonly db: string;
  readonly service: KitchenService;
  /** Scenario files that were refused. */
  readonly scenarioProblems: readonly ScenarioProblem[];
  /** Serves a request without a socket. */
  fetch(request: Request): Promise<Response>;
  /** Saves a selection: it holds from the next session on. @throws KitchenError */
  select(selection: SelectionInput & { readonly workspace?: string }): SavedSelection;
  /** Opens a session with a selection and an address of its own. @throws KitchenError */
  order(order: OrderInput & { readonly workspace?: string }): OrderedSession;
  /**
   * The same on a port of its own, which can be closed for a while, and speak TLS with or without a fault. It closes when
   * the session is ended by hand. @throws KitchenError
   */
  orderOnOwnPort(
    order: OrderInput & OwnPortInput & { readonly workspace?: string },
  ): Promise<OrderedSession>;
  /** Newest first, at most 100 unless `limit` says otherwise. @throws KitchenError */
  observations(
    filter?: Partial<ObservationFilter> & { readonly workspace?: string },
  ): readonly Observation[];
  /** The first finished observation, past or to come, that fits. Rejects when none comes in time. */
  waitFor(
    predicate: (observation: Observation) => boolean,
    options?: WaitOptions,
  ): Promise<Observation>;
  /** Ends all open sessions of a workspace by hand. @throws KitchenError */
  endSessions(workspace?: string): readonly SessionRecord[];
  /** Ends what is open and releases port and file. */
  close(): Promise<void>;
}

/** The kitchen cannot start; the message is one line that says why and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
