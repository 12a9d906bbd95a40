/** The front door: which address a request means, and whether it may come in. */
import { Hono } from 'hono';
import { KitchenError, toProblem } from '../errors.js';
import { handleExchange, type ExchangeSurroundings } from '../exchange/handle-exchange.js';
import type { HeaderLines, McpAddress } from '../exchange/message.js';
import { refuse, type Refusal } from '../exchange/refuse.js';
import { type NodeBindings, wireOf } from '../wire/node-wire.js';
import type { Wire } from '../wire/wire.js';
import {
  type AllowedHosts,
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
  /** Called once, for the first request that is not about MCP. */
  admin(): Promise<Hono>;
  /** True for a workspace that is there, or that is created on first use. */
  openWorkspace(name: string): boolean;
}

type Env = { Bindings: NodeBindings };

export interface App {
  fetch(request: Request, env?: NodeBindings): Response | Promise<Response>;
}

/** MCP addresses are few and busy: they are told by their path alone, before Hono. */
export function createApp(door: FrontDoor): App {
  let others: Promise<Hono<Env>> | undefined;
  return {
    fetch(request, env) {
      const wire = wireOf(env, request);
      const read = readMcpAddress(wire.path);
      if (read.kind === 'mcp') return enterMcp(request, wire, read.address, door);
      if (read.kind === 'bad_address') {
        return turnAway(BAD_ADDRESS, DEFAULT_WORKSPACE, request, wire, [], door);
      }
      others ??= createOtherRoutes(door);
      return others.then((app) => app.fetch(request, env));
    },
  };
}

async function createOtherRoutes(door: FrontDoor): Promise<Hono<Env>> {
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
  app.onError((error) => failed(error, door));
  return app;
}

function failed(error: unknown, door: FrontDoor): Response {
  if (error instanceof KitchenError) return problem(error);
  const reason = error instanceof Error ? error.message : String(error);
  door.exchanges.log({ level: 'error', message: 'The kitchen failed', error: reason });
  return problem(new KitchenError('internal', 'The log of the kitchen has the details.'));
}

async function enterMcp(
  request: Request,
  wire: Wire,
  address: McpAddress,
  door: FrontDoor,
): Promise<Response> {
  try {
    return await admit(request, wire, address, door);
  } catch (error) {
    return failed(error, door);
  }
}

function admit(
  request: Request,
  wire: Wire,
  address: McpAddress,
  door: FrontDoor,
): Response | Promise<Response> {
  const { workspace } = address;
  const away = (refusal: Refusal, lane: string, extra: HeaderLines): Response =>
    turnAway(refusal, lane, request, wire, extra, door);
  if (!hasOneHost(wire.headers)) return away(BAD_HOST, DEFAULT_WORKSPACE, []);
  // A foreign host or origin learns nothing, not even which workspaces there are.
  if (!isAllowedHost(wire.headers, door.allowed))
    return away(FORBIDDEN_HOST, DEFAULT_WORKSPACE, []);
  if (!isAllowedMcpOrigin(wire.headers, door.allowed)) {
    return away(FORBIDDEN_ORIGIN, DEFAULT_WORKSPACE, []);
  }
  const cors = corsHeaders(wire.headers);
  if (!door.openWorkspace(workspace))
    return away(unknownWorkspace(workspace), DEFAULT_WORKSPACE, cors);
  if (request.method === 'OPTIONS') {
    return away(PREFLIGHT, workspace, [...cors, ...preflightHeaders(wire.headers)]);
  }
  if (
    door.mcpToken !== null &&
    !isBearer(onlyValue(wire.headers, 'authorization'), door.mcpToken)
  ) {
    return away(UNAUTHORIZED, workspace, cors);
  }
  return handleExchange(request, wire, address, cors, door.exchanges);
}

/** @throws KitchenError for a missing, doubled or foreign host, or a foreign origin */
function checkAdminCaller(wire: Wire, door: FrontDoor): void {
  if (!hasOneHost(wire.headers)) throw new KitchenError('invalid_request', BAD_HOST.detail);
  if (!isAllowedHost(wire.headers, door.allowed)) {
    throw new KitchenError('forbidden_host', FORBIDDEN_HOST.detail);
  }
  if (!isOwnOrigin(wire.headers)) {
    throw new KitchenError('forbidden_origin', 'The admin API takes its own origin only.');
  }
}

function turnAway(
  refusal: Refusal,
  workspace: string,
  request: Request,
  wire: Wire,
  extra: HeaderLines,
  door: FrontDoor,
): Response {
  const facts = { verb: request.method, path: wire.path, workspace };
  return refuse(refusal, facts, wire, extra, door.exchanges);
}

function problem(error: KitchenError): Response {
  return new Response(JSON.stringify(toProblem(error)), {
    status: error.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
  });
}

/** RFC 9112, section 3.2. */
const BAD_HOST: Refusal = {
  reason: 'bad_host',
  status: 400,
  detail: 'Send exactly one Host header.',
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
