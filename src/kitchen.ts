/** The whole server as one object. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkOptions } from './check-options.js';
import { systemClock } from './clock.js';
import type { ExchangeSurroundings } from './exchange/handle-exchange.js';
import { allowedHosts, isLoopback } from './http/allowed-hosts.js';
import { createApp } from './http/app.js';
import { DEFAULT_WORKSPACE } from './http/mcp-address.js';
import { createUnreadRefuser } from './http/refuse-unread.js';
import { Service } from './kitchen-service.js';
import { type Kitchen, type KitchenOptions, StartError } from './kitchen-options.js';
import { reachableHost } from './listen-address.js';
import { LiveBus } from './observations/live.js';
import { Recorder } from './observations/recorder.js';
import { createRedactor } from './observations/redact.js';
import { RecordWriter } from './observations/writer.js';
import { loadScenarios, type ScenarioProblem } from './scenario/load-scenarios.js';
import { watchScenarios } from './scenario/watch-scenarios.js';
import { SERVER_INFO, versionsOf } from './server-info.js';
import { SessionRegistry } from './sessions/session-registry.js';
import type { Selection, SessionRecord } from './sessions/session.js';
import { openSqliteStore } from './store/sqlite-store.js';
import type { Retention } from './store/store.js';
import { readStateSession } from './upstream/dialogue-state.js';
import { createSdkUpstream } from './upstream/sdk-upstream.js';
import { toStartError } from './to-start-error.js';
import { waitFor } from './wait-for.js';
import { prepareOthers } from './wire/http-server.js';
import { listen, type Listening } from './wire/listen.js';
import { type OpenedPort, Ports } from './wire/ports.js';
import { Workspaces } from './workspaces.js';

const MIB = 1024 * 1024;
const SWEEP_EVERY_MS = 1_000;
/** By then the first requests are answered: what they do not need would only have kept them waiting. */
const PREPARE_AFTER_MS = 1_000;
const FAREWELL_MS = 500;
const WAIT_FOR_MS = 10_000;

/**
 * Starts a kitchen.
 * @throws StartError where an option is wrong or unknown, the port is taken, the database cannot be used, or the
 * scenario or its params are wrong
 */
export async function createKitchen(given: KitchenOptions = {}): Promise<Kitchen> {
  const options = checkOptions(given);
  const { host = '127.0.0.1', port = 4242, clock = systemClock, log = () => undefined } = options;
  const { protocol = 'both' } = options;
  const dbName = options.db ?? (port === 0 ? ':memory:' : 'kitchen.db');
  const db = dbName === ':memory:' ? dbName : resolve(dbName);
  const { scenarios, problems, folders } = await loadScenarios(options.scenarioFolders);
  const retention = options.retention ?? {};
  const isNewFile = db !== ':memory:' && !existsSync(db);
  const store = openStore(db, retention);
  const writer = new RecordWriter(store, clock);
  const live = new LiveBus(randomBytes(6).toString('hex'));
  const upstream = createSdkUpstream({ serverInfo: SERVER_INFO, clock, protocol });
  const recordCapBytes = options.recordCapBytes ?? 64 * 1024;
  const adminToken =
    options.adminToken ?? (isLoopback(host) ? null : randomBytes(24).toString('base64url'));
  const mcpToken = options.mcpToken ?? null;
  const tokens = [adminToken, mcpToken].filter((token) => token !== null);
  const redactor = createRedactor(randomBytes(32), tokens);
  const recorder = new Recorder({
    clock,
    store,
    writer,
    live,
    redactor,
    logExchange: options.log?.debug === false ? undefined : options.log,
    recordCapBytes,
  });
  const watched = watchScenarios({
    folders,
    scenarios,
    startProblems: problems,
    reloaded: (file, id, isNew) => {
      log({ level: 'info', message: `Scenario ${id} was read${isNew ? '' : ' again'}.`, file });
      for (const problem of workspaces.scenarioRead(id)) log({ level: 'warn', message: problem });
    },
    broken: (problem) => log({ level: 'warn', message: problemText(problem) }),
    gone: (file, id) =>
      log({ level: 'warn', message: `Scenario ${id} is gone with its file.`, file }),
  });
  const workspaces = new Workspaces({
    clock,
    store,
    scenarios,
    scenarioProblems: () => watched.problems(),
    plan: () => upstream.plan(),
  });
  const sessions = new SessionRegistry({
    clock,
    idleTimeoutMs: options.idleTimeoutMs ?? 10 * 60 * 1000,
    scenario: (id) => scenarios.get(id),
    selectionOf: (workspace) => workspaces.selection(workspace),
    orderedBefore: ({ workspace, key }) => {
      // An order that was ended a moment ago must be known as such.
      writer.flush();
      return orderedBefore(store.orderedSession(workspace, key));
    },
    newId: () => `s${randomBytes(9).toString('hex')}`,
    sessionOfState: (state) => readStateSession(state)?.session ?? null,
    protocolSessionGone: (id) => {
      upstream.closeProtocolSession(id);
    },
    changed: (session) => {
      writer.sessionChanged(session);
      const reason = session.end?.reason;
      // An address that was ordered keeps its port as long as it keeps what was ordered for it.
      if (reason === 'ended' || reason === 'shutdown') ports.close(session.birth);
    },
  });
  let listening: Listening | null = null;
  const baseUrl = (): string => `http://${reachableHost(host)}:${String(listening?.port ?? port)}`;
  const ports = new Ports({
    handlers: {
      answerMcp: (wire) => app.answerMcp(wire),
      fetch: (request, env) => app.fetch(request, env),
      failed: (error) => app.failed(error),
    },
    host,
    clock,
    log,
    refuse: (request) => refuse(request),
    mainPort: () => listening?.port ?? port,
  });
  const service = new Service({
    clock,
    store,
    writer,
    recorder,
    live,
    workspaces,
    sessions,
    upstream,
    scenarios,
    startedAt: clock.now(),
    protocolVersions: versionsOf(protocol),
    scenarioProblems: () => watched.problems().map(problemText),
    ports,
    baseUrl,
    newKey: () => randomBytes(6).toString('hex'),
  });
  const closingSignal = new AbortController();
  const exchanges: ExchangeSurroundings = {
    clock,
    log,
    sessions,
    recorder,
    upstream,
    ports,
    maxBodyBytes: options.maxBodyBytes ?? 4 * MIB,
    protocol,
    keepBytes: recordCapBytes,
    marks: options.marks ?? true,
    scenario: (id) => scenarios.get(id),
    sessionChanged: (session) => {
      writer.sessionChanged(session);
    },
    posted: ({ birth }) => {
      if (!birth.ordered) workspaces.notePost(birth.workspace, birth.selection.revision);
    },
  };
  const app = createApp({
    exchanges,
    allowed: allowedHosts(host, {
      hosts: options.allowHosts ?? [],
      origins: options.allowOrigins ?? [],
    }),
    mcpToken,
    admin: async () => {
      // Its libraries would make every start slower, also of those who never ask.
      const { createAdminApp } = await import('./admin/app.js');
      return createAdminApp({
        service,
        adminToken,
        publicUrl: baseUrl,
        clock,
        closing: closingSignal.signal,
        onUnexpectedError: (error) => {
          log({ level: 'error', message: 'The admin API failed', error: String(error) });
        },
      });
    },
    openWorkspace: (name) =>
      options.openWorkspaces === true ? workspaces.openOnFirstUse(name) : workspaces.has(name),
  });

  const refuse = createUnreadRefuser(exchanges);
  let secure: OpenedPort | null = null;
  try {
    // The port first: a start that fails for it changes nothing in the file.
    listening = await listen(app, { port, host, refuse });
    if (options.tlsPort !== undefined) secure = await ports.openShared(options.tlsPort, 'right');
    store.endLeftOpenSessions(new Date(clock.now()).toISOString());
    const { scenario, params, seed } = options;
    if (scenario !== undefined || params !== undefined || seed !== undefined) {
      const stored = workspaces.selection(DEFAULT_WORKSPACE);
      const { hints } = service.select(DEFAULT_WORKSPACE, {
        scenario: scenario ?? stored.scenario,
        params: params ?? (scenario === undefined ? stored.params : undefined),
        seed,
      });
      for (const hint of hints) log({ level: 'warn', message: hint });
    }
  } catch (error) {
    watched.close();
    ports.closeAll();
    const stopped = listening?.stop();
    listening?.cutAll();
    await stopped;
    store.close();
    if (isNewFile) rmSync(db, { force: true });
    throw toStartError(error, port, host);
  }
  const startProblems = [...problems.map(problemText), ...workspaces.problems()];
  for (const message of startProblems) log({ level: 'warn', message });

  let cancelSweep = clock.after(SWEEP_EVERY_MS, function sweep() {
    sessions.sweep();
    cancelSweep = clock.after(SWEEP_EVERY_MS, sweep);
  });
  const cancelPrepare = clock.after(PREPARE_AFTER_MS, () => {
    Promise.all([app.prepare(), prepareOthers()]).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log({
        level: 'error',
        message: 'The admin API cannot be loaded: start again',
        error: reason,
      });
    });
  });
  const socket = listening;
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    cancelSweep();
    cancelPrepare();
    watched.close();
    closingSignal.abort();
    const stopped = socket.stop();
    await upstream.close();
    // Listen streams have got their final result; what still waits is cut off.
    await Promise.race([stopped, new Promise((done) => setTimeout(done, FAREWELL_MS).unref())]);
    sessions.endAll('shutdown');
    socket.cutAll();
    ports.closeAll();
    await stopped;
    recorder.settle();
    writer.close();
    recorder.close();
    store.close();
  };

  return {
    port: socket.port,
    url: baseUrl(),
    mcpUrl: `${baseUrl()}/mcp`,
    apiUrl: `${baseUrl()}/api`,
    tls: secure === null ? null : tlsAddress(secure, host),
    adminToken,
    db,
    service,
    scenarioProblems: problems,
    fetch: async (request) => app.fetch(request),
    select: ({ workspace = DEFAULT_WORKSPACE, ...input }) => service.select(workspace, input),
    order: ({ workspace = DEFAULT_WORKSPACE, ...input }) => service.order(workspace, input),
    orderOnOwnPort: ({ workspace = DEFAULT_WORKSPACE, opensAfterMs, tls, ...input }) =>
      service.orderOnOwnPort(workspace, input, { opensAfterMs, tls }),
    observations: ({ workspace = DEFAULT_WORKSPACE, ...filter } = {}) =>
      service.observations(workspace, { limit: 100, ...filter }),
    waitFor: (predicate, { workspace = DEFAULT_WORKSPACE, timeoutMs = WAIT_FOR_MS } = {}) =>
      waitFor(service, workspace, predicate, timeoutMs),
    endSessions: (workspace = DEFAULT_WORKSPACE) => service.endSessions(workspace),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function problemText({ file, reason }: ScenarioProblem): string {
  return `Scenario file ${file}: ${reason}`;
}

/** An order holds until it is ended by a hand, also over a restart. */
function orderedBefore(last: SessionRecord | null): Selection | undefined {
  if (last === null || last.endReason === 'ended') return undefined;
  const { scenario, params, seed, newSessionOn, revision, startedAt } = last;
  return { scenario, params, seed, newSessionOn, revision, updatedAt: startedAt };
}

function tlsAddress({ port, caFile }: OpenedPort, host: string): NonNullable<Kitchen['tls']> {
  const url = `https://${reachableHost(host)}:${String(port.port)}`;
  return { port: port.port, mcpUrl: `${url}/mcp`, caFile: caFile ?? '' };
}

function openStore(
  file: string,
  retention: Partial<Retention>,
): ReturnType<typeof openSqliteStore> {
  try {
    return openSqliteStore({ file, retention });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
