/** Defects of the session rules that the property test has to find: each is a few changes of the source text. */

export interface Patch {
  /** Path from the project's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly search: string;
  readonly replace: string;
}

export interface Defect {
  readonly name: string;
  readonly patches: readonly Patch[];
}

const LIVE_SESSION = 'src/sessions/live-session.ts';
const REGISTRY = 'src/sessions/session-registry.ts';
const ENDINGS = 'src/sessions/session-endings.ts';
const HANDLING = 'src/exchange/handle-exchange.ts';

/** One thing for all sessions of a workspace that run on the same selection. */
const SHARED = `const shared = new Map<string, unknown>();
function sharedBy<T>({ workspace, selection }: SessionBirth, what: string, make: () => T): T {
  const key = [what, workspace, selection.revision].join();
  if (!shared.has(key)) shared.set(key, make());
  return shared.get(key) as T;
}

`;

const shareInSessions = (search: string, replace: string): readonly Patch[] => [
  { file: LIVE_SESSION, search, replace },
  {
    file: LIVE_SESSION,
    search: 'export class LiveSession {',
    replace: `${SHARED}export class LiveSession {`,
  },
];

const interruptOn = (reason: string): readonly Patch[] => [
  {
    file: ENDINGS,
    search: "new Set<EndReason>(['ended', 'deleted', 'shutdown'])",
    replace: `new Set<EndReason>(['ended', 'deleted', 'shutdown', '${reason}'])`,
  },
];

const READ_AGAIN: Patch = {
  file: REGISTRY,
  search: 'get(id: string): LiveSession | undefined {',
  replace: `selectionNow(workspace: string): Selection {
    return this.#options.selectionOf(workspace);
  }

  get(id: string): LiveSession | undefined {`,
};

export const DEFECTS: readonly Defect[] = [
  {
    name: 'a counter shared between clients: what a session counts',
    patches: shareInSessions(
      'readonly counting = new SessionCounting();',
      `get counting(): SessionCounting {
    return sharedBy(this.birth, 'counting', () => new SessionCounting());
  }`,
    ),
  },
  {
    name: 'a counter shared between clients: how often a fault has struck',
    patches: shareInSessions(
      'readonly matches = new Map<string, MatchCount>();',
      `get matches(): Map<string, MatchCount> {
    return sharedBy(this.birth, 'matches', () => new Map<string, MatchCount>());
  }`,
    ),
  },
  {
    name: 'the selection read twice in one exchange: for the record',
    patches: [
      {
        file: HANDLING,
        search: 'const snapshot = session.admit(arrival, (text) => redactor.text(text));',
        replace: `const frozen = session.admit(arrival, (text) => redactor.text(text));
  const isNewest = sessions.selectionNow(frozen.workspace).revision === frozen.revision;
  const snapshot = {
    ...frozen,
    get revision(): number {
      return isNewest ? sessions.selectionNow(frozen.workspace).revision : frozen.revision;
    },
  };`,
      },
      READ_AGAIN,
    ],
  },
  {
    name: 'the selection read twice in one exchange: for the answer',
    patches: [
      {
        file: HANDLING,
        search: `(exchange) =>
    respond(exchange, loadedScenario(exchange), surroundings, ahead?.faults),`,
        replace: `async (exchange) => {
    const { workspace, revision } = exchange.snapshot;
    const before = surroundings.sessions.selectionNow(workspace);
    const answer = await respond(exchange, loadedScenario(exchange), surroundings, ahead?.faults);
    const after = surroundings.sessions.selectionNow(workspace);
    const now = surroundings.scenario(after.scenario);
    return before.revision === revision && after !== before && now !== undefined
      ? await respond(exchange, now.scenario, surroundings, ahead?.faults)
      : answer;
  },`,
      },
      READ_AGAIN,
    ],
  },
  {
    name: 'idle that ignores open exchanges',
    patches: [
      {
        file: LIVE_SESSION,
        search: `this.openExchanges.size === 0 &&
      now - this.lastSeenAt`,
        replace: 'now - this.lastSeenAt',
      },
    ],
  },
  {
    name: 'idle that ignores open streams',
    patches: [
      {
        file: LIVE_SESSION,
        search: 'export class LiveSession {',
        replace: `export class LiveSession {
  readonly streams = new Set<OpenExchange>();`,
      },
      {
        file: LIVE_SESSION,
        search: `this.openExchanges.size === 0 &&
      now - this.lastSeenAt`,
        replace: `[...this.openExchanges].every((open) => this.streams.has(open)) &&
      now - this.lastSeenAt`,
      },
      {
        file: HANDLING,
        search: 'const answer = await answerTo(exchange, surroundings, respondTo);',
        replace: `const answer = await answerTo(exchange, surroundings, respondTo);
  if (answer.body instanceof ReadableStream) session.streams.add(exchange);`,
      },
    ],
  },
  {
    name: 'an end that aborts waiting exchanges: superseded',
    patches: interruptOn('superseded'),
  },
  {
    name: 'an end that aborts waiting exchanges: reconnected',
    patches: interruptOn('reconnected'),
  },
  {
    name: 'an MRTR round counted as a call',
    patches: [
      {
        file: 'src/sessions/counting.ts',
        search: 'return isFurtherRound(rpc)\n',
        replace: 'return rpc.name === null\n',
      },
    ],
  },
];
