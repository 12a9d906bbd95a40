/** The front door: which address a request means, and whether it may come in. */
import type { Hono } from 'hono';
import { answerCanary } from '../canary/answer-canary.js';
import { type CanaryAddress, readCanaryAddress } from '../canary/canary-address.js';
import { KitchenError, toProblem } from '../errors.js';
import type { Answer } from '../exchange/answer.js';
import {
  handleExchange,
  handlePreflight,
  type ExchangeSurroundings,
} from '../exchange/handle-exchange.js';
import type { HeaderLines, McpAddress } from '../exchange/message.js';
import { refuse, type Refusal } from '../exchange/refuse.js';
import { type NodeBindings, wireOf } from '../wire/node-wire.js';
import { toResponse } from '../wire/to-response.js';
import type { Wire } from '../wire/wire.js';
import {
  type AllowedHosts,
  hasHostName,
  hasOneHost,
  isAllowedHost,
  isAllowedMcpOrigin,
  isOwnOrigin,
  onlyValue,
} from './allowed-hosts.js';
import { isBearer } from './bearer.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { DEFAULT_WORKSPACE, readMcpAddress } from './mcp-address.js';

export interface FrontDoor {
  readonly exchanges: ExchangeSurroundings;
  readonly allowed: AllowedHosts;
  readonly mcpToken: string | null;
  /** Called before the first request that is not about MCP, once unless it rejects. */
  admin(): Promise<Hono>;
  /** True for a workspace that is there, or that is created on first use. */
  openWorkspace(name: string): boolean;
}

type Env = { Bindings: NodeBindings };

export interface App {
  /**
   * Answers a request to an MCP address or a canary; undefined for any other. Resolves with null where nothing more is
   * to be sent. MCP addresses are few and busy, so they are told by their path alone, and no `Request` is made for them.
   */
  answerMcp(wire: Wire): Promise<Answer | null> | undefined;
  /** Any request. */
  fetch(request: Request, env?: NodeBindings): Response | Promise<Response>;
  /** The answer where something failed that nobody foresaw; the log has the rest. */
  failed(error: unknown): Answer;
  /** Loads what requests that are not about MCP need, ahead of the first. */
  prepare(): Promise<void>;
}

export function createApp(door: FrontDoor): App {
  let others: Promise<Hono<Env>> | undefined;
  const loadOthers = (): Promise<Hono<Env>> => {
    others ??= createOtherRoutes(door).catch((error: unknown) => {
      others = undefined;
      throw error;
    });
    return others;
  };
  const answerMcp = (wire: Wire): Promise<Answer | null> | undefined => {
    const read = readMcpAddress(wire.path);
    if (read.kind === 'mcp') return enterMcp(wire, read.address, door);
    const canary = readCanaryAddress(wire.path);
    return canary === null ? undefined : enterCanary(wire, canary, door);
  };
  return {
    answerMcp,
    fetch(request, env) {
      const wire = wireOf(env, request);
      const answering = answerMcp(wire);
      if (answering !== undefined) return answering.then((answer) => toResponse(answer, wire));
      if (readMcpAddress(wire.path).kind === 'bad_address') {
        return toResponse(turnAway(BAD_ADDRESS, DEFAULT_WORKSPACE, wire, [], door), wire);
      }
      return loadOthers().then(
        (app) => app.fetch(request, env),
        (error: unknown) => problem(told(error, door)),
      );
    },
    failed: (error) => problemAnswer(told(error, door)),
    async prepare() {
      await loadOthers();
    },
  };
}

/** Hono too is loaded only here: MCP does not need it, and every start would wait for it. */
async function createOtherRoutes(door: FrontDoor): Promise<Hono<Env>> {
  const { Hono } = await import('hono');
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    checkAdminCaller(wireOf(c.env, c.req.raw), door);
    await next();
  });
  app.route('/api', await door.admin());
  app.notFound((c) => {
    const { path } = wireOf(c.env, c.req.raw);
    const where = `Nothing is at ${path}. MCP is at /mcp, the admin API at /api/health.`;
    return problem(new KitchenError('not_found', where));
  });
  app.onError((error) => problem(told(error, door)));
  return app;
}

/** What went wrong, as a caller is told; the log has the rest. */
function told(error: unknown, door: FrontDoor): KitchenError {
  if (error instanceof KitchenError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  door.exchanges.log({ level: 'error', message: 'The kitchen failed', error: reason });
  return new KitchenError('internal', 'The log of the kitchen has the details.');
}

/** Open to whoever comes without a token: that nobody brings one is the point. */
async function enterCanary(wire: Wire, address: CanaryAddress, door: FrontDoor): Promise<Answer> {
  const { exchanges } = door;
  if (!hasOneHost(wire.headers)) return turnAway(BAD_HOST, DEFAULT_WORKSPACE, wire, [], door);
  if (!isAllowedHost(wire, door.allowed)) {
    return turnAway(FORBIDDEN_HOST, DEFAULT_WORKSPACE, wire, [], door);
  }
  const session = exchanges.sessions.get(address.session);
  if (session?.birth.workspace !== address.workspace) {
    return problemAnswer(new KitchenError('not_found', 'There is no such canary.'));
  }
  return answerCanary(wire, address, exchanges);
}

async function enterMcp(wire: Wire, address: McpAddress, door: FrontDoor): Promise<Answer | null> {
  try {
    return await admit(wire, address, door);
  } catch (error) {
    return problemAnswer(told(error, door));
  }
}

function admit(wire: Wire, address: McpAddress, door: FrontDoor): Answer | Promise<Answer | null> {
  const { workspace } = address;
  const away = (refusal: Refusal, lane: string, extra: HeaderLines): Answer =>
    turnAway(refusal, lane, wire, extra, door);
  if (!hasOneHost(wire.headers)) return away(BAD_HOST, DEFAULT_WORKSPACE, []);
  // A foreign host or origin learns nothing, not even which workspaces there are.
  if (!isAllowedHost(wire, door.allowed)) {
    const refusal = hasHostName(wire.headers) ? FORBIDDEN_HOST : NO_HOST_NAME;
    return away(refusal, DEFAULT_WORKSPACE, []);
  }
  if (!isAllowedMcpOrigin(wire.headers, door.allowed)) {
    return away(FORBIDDEN_ORIGIN, DEFAULT_WORKSPACE, []);
  }
  const cors = corsHeaders(wire.headers);
  if (!door.openWorkspace(workspace))
    return away(unknownWorkspace(workspace), DEFAULT_WORKSPACE, cors);
  if (wire.verb === 'OPTIONS') {
    const faulty = handlePreflight(wire, address, door.exchanges);
    if (faulty !== null) return faulty;
    return away(PREFLIGHT, workspace, [...cors, ...preflightHeaders(wire.headers)]);
  }
  if (
    door.mcpToken !== null &&
    !isBearer(onlyValue(wire.headers, 'authorization'), door.mcpToken)
  ) {
    return away(UNAUTHORIZED, workspace, cors);
  }
  return handleExchange(wire, address, cors, door.exchanges);
}

/** @throws KitchenError for a missing, doubled or foreign host, or a foreign origin */
function checkAdminCaller(wire: Wire, door: FrontDoor): void {
  if (!hasOneHost(wire.headers)) throw new KitchenError('invalid_request', BAD_HOST.detail);
  if (!isAllowedHost(wire, door.allowed)) {
    throw new KitchenError('forbidden_host', FORBIDDEN_HOST.detail);
  }
  if (!isOwnOrigin(wire.headers)) {
    throw new KitchenError('forbidden_origin', 'The admin API takes its own origin only.');
  }
}

function turnAway(
  refusal: Refusal,
  workspace: string,
  wire: Wire,
  extra: HeaderLines,
  door: FrontDoor,
): Answer {
  const facts = { verb: wire.verb, path: wire.path, workspace };
  return refuse(refusal, facts, wire, extra, door.exchanges);
}

function problem(error: KitchenError): Response {
  const { status, headers, body } = problemAnswer(error);
  return new Response(body, { status, headers: Object.fromEntries(headers) });
}

function problemAnswer(error: KitchenError): Answer & { readonly body: string } {
  const headers = [
    ['Content-Type', 'application/problem+json'],
    ['Cache-Control', 'no-store'],
  ] as const;
  return { status: error.status, headers, body: JSON.stringify(toProblem(error)) };
}

/** RFC 9112, section 3.2. */
const BAD_HOST: Refusal = {
  reason: 'bad_host',
  status: 400,
  detail: 'Send exactly one Host header.',
};
const NO_HOST_NAME: Refusal = {
  reason: 'bad_host',
  status: 400,
  detail: 'The Host header is no host name with an optional port.',
};
const FORBIDDEN_HOST: Refusal = {
  reason: 'forbidden_host',
  status: 403,
  detail:
    'This Host is not allowed. Use a loopback name, or start the kitchen with --allow-host NAME.',
};
const FORBIDDEN_ORIGIN: Refusal = {
  reason: 'forbidden_origin',
  status: 403,
  detail:
    'This Origin is not allowed. For MCP addresses, start the kitchen with --allow-origin ORIGIN.',
};
const UNAUTHORIZED: Refusal = {
  reason: 'unauthorized',
  status: 401,
  detail: 'The kitchen was started with --mcp-token: send it as Authorization: Bearer TOKEN.',
  headers: [['WWW-Authenticate', 'Bearer']],
};
const PREFLIGHT: Refusal = { reason: 'preflight', status: 204, detail: '' };
const BAD_ADDRESS: Refusal = {
  reason: 'bad_address',
  status: 404,
  detail:
    'MCP is at /mcp, /w/NAME/mcp and /w/NAME/s/KEY/mcp; NAME and KEY are 1 to 64 of A-Z a-z 0-9 _ and -.',
};

function unknownWorkspace(name: string): Refusal {
  return {
    reason: 'unknown_workspace',
    status: 404,
    detail:
      `There is no workspace ${name}. Give it a selection first (kitchen select ID --workspace ${name}), ` +
      'or start the kitchen with --open-workspaces.',
  };
}
