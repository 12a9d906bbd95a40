/** Plays actions on a kitchen and holds everything that clients and admins see against the model. */
import { expect } from 'vitest';
import { KitchenError } from '../../src/errors.js';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { LiveEvent } from '../../src/service.js';
import type { Action, AdminAction, RequestAction } from './actions.js';
import { checkAdminView, checkAnswer, checkArrival, checkFinish } from './checks.js';
import { KitchenModel, type ModelSession } from './model.js';
import { SLOW_MS } from './model-answers.js';
import { type GivenState, type Sending, sendRequest } from './sending.js';
import type { WatchedClock } from './watched-clock.js';

const HOUR = 3_600_000;
const SWEEP_EVERY_MS = 1_000;
/** Only a kitchen that hangs takes so long. */
const PATIENCE_MS = 10_000;

type RecordEvent = Extract<LiveEvent, { type: 'started' | 'finished' }>;

let runs = 0;

export async function play(
  kitchen: Kitchen,
  clock: WatchedClock,
  actions: readonly Action[],
): Promise<void> {
  runs += 1;
  // Sweeps come every whole second of the clock.
  clock.advance(SWEEP_EVERY_MS - (clock.now() % SWEEP_EVERY_MS));
  const run = new Run(kitchen, clock, `run-${String(runs)}`);
  try {
    for (const action of actions) await run.take(action);
    await run.finish();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #kitchen: Kitchen;
  readonly #clock: WatchedClock;
  readonly #name: string;
  readonly #model = new KitchenModel();
  /** What happened since it was last held against the model, in its true order. */
  readonly #log: (() => void)[] = [];
  readonly #sendings = new Map<string, Sending>();
  readonly #states: GivenState[] = [];
  /** Ids of the model's sessions. */
  readonly #ids = new Map<ModelSession, string>();
  readonly #stops: readonly (() => void)[];

  constructor(kitchen: Kitchen, clock: WatchedClock, name: string) {
    this.#kitchen = kitchen;
    this.#clock = clock;
    this.#name = name;
    this.#stops = this.#workspaces.map((workspace) => {
      kitchen.service.createWorkspace(workspace);
      return kitchen.service.live.subscribe(workspace, (event) => {
        if (event.type !== 'gap') this.#log.push(() => this.#replay(event));
      });
    });
  }

  get #workspaces(): readonly string[] {
    return ['a', 'b'].map((letter) => this.#workspaceOf(letter));
  }

  async take(action: Action): Promise<void> {
    if (action.do === 'send') await this.#send(action);
    else if (action.do === 'pass') await this.#pass(action.ms);
    else if (action.do === 'close') this.#closeStream(action.stream);
    else this.#administer(action);
    await this.#settle();
    for (const session of this.#model.sessions) {
      checkAdminView(session, this.#kitchen.service.session(session.workspace, this.#id(session)));
    }
  }

  /** Whatever still waits is answered in the end, and no session was opened that the model knows nothing of. */
  async finish(): Promise<void> {
    await this.take({ do: 'pass', ms: SLOW_MS });
    while (this.#openStreams().length > 0) await this.take({ do: 'close', stream: 0 });
    for (const workspace of this.#workspaces) {
      const listed = this.#kitchen.service.sessions(workspace, { limit: 500 });
      const known = this.#model.sessions.filter((session) => session.workspace === workspace);
      expect(new Set(listed.items.map(({ id }) => id))).toEqual(
        new Set(known.map((session) => this.#id(session))),
      );
    }
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    for (const workspace of this.#workspaces) {
      await this.#kitchen.service.deleteWorkspace(workspace);
    }
  }

  async #send({ requests, meanwhile }: Extract<Action, { do: 'send' }>): Promise<void> {
    // Which of two rounds of one dialogue is judged first is no matter of the session rules.
    const rounds = requests.filter(({ what }) => what.kind === 'round');
    for (const request of requests) {
      if (request.what.kind === 'round' && request !== rounds[0]) continue;
      const tag = String(this.#sendings.size + 1);
      const given = this.#givenState(request);
      const lane = { tag, workspaceOf: (letter: string) => this.#workspaceOf(letter) };
      this.#sendings.set(tag, sendRequest(this.#kitchen, request, lane, given));
    }
    if (meanwhile === null) return;
    for (let turn = 0; turn < meanwhile.turns; turn += 1) await Promise.resolve();
    this.#administer(meanwhile.act);
  }

  /** A state that is past its time leads nowhere once its session was forgotten too: no rule says when that is. */
  #givenState({ what }: RequestAction): GivenState | null {
    if (what.kind !== 'round' || typeof what.state !== 'number') return null;
    const usable = this.#states.filter(
      ({ state: { maker, givenAt } }) => maker.end === null || this.#clock.now() <= givenAt + HOUR,
    );
    return usable.at(-1 - (what.state % Math.max(usable.length, 1))) ?? null;
  }

  #administer(action: AdminAction): void {
    const { service } = this.#kitchen;
    const model = this.#model;
    const now = this.#clock.now();
    if (action.do === 'save') {
      const workspace = this.#workspaceOf(action.workspace);
      const { choice, newSessionOn, endSessions } = action;
      // The model is told first: what the save brings about comes after it in the log.
      let openSessions: readonly string[] = [];
      this.#log.push(() => {
        const { revision } = model.save(workspace, { ...choice, newSessionOn });
        if (endSessions) model.openSessions(workspace).forEach((s) => model.endByHand(s));
        const older = model
          .openSessions(workspace)
          .filter((s) => !s.isOrdered && s.selection.revision !== revision);
        expect(openSessions, 'sessions on an older revision').toEqual(
          older.map((session) => this.#id(session)),
        );
      });
      const saved = service.select(workspace, { ...choice, newSessionOn, endSessions });
      openSessions = saved.openSessions.map(({ id }) => id);
    } else if (action.do === 'order') {
      const workspace = this.#workspaceOf(action.workspace);
      const { key, choice } = action;
      const ordered = attempt(() => service.order(workspace, { key, ...choice }));
      this.#log.push(() => {
        const session = model.order({ workspace, key }, choice, now);
        expect(ordered === null, `the KEY ${key} is taken`).toBe(session === undefined);
        if (session !== undefined && ordered !== null) this.#meet(session, ordered.id);
      });
    } else if (action.do === 'end') {
      const living = model.sessions.filter(
        ({ end, lastSeenAt }) => end === null || now - lastSeenAt <= HOUR,
      );
      const session = living[action.session % Math.max(living.length, 1)];
      if (session === undefined) return;
      this.#log.push(() => model.endByHand(session));
      service.endSession(session.workspace, this.#id(session));
    } else {
      const workspace = this.#workspaceOf(action.workspace);
      this.#log.push(() => model.openSessions(workspace).forEach((s) => model.endByHand(s)));
      service.endSessions(workspace);
    }
  }

  /** Time stops wherever an answer is due, so that what follows from it has its time. */
  async #pass(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    while (this.#clock.now() < end) {
      const now = this.#clock.now();
      const dues = this.#held().map(({ exchange }) => exchange?.expected.dueAt ?? end);
      const next = Math.min(end, ...dues);
      this.#clock.advance(next - now);
      const lastSweep = Math.floor(next / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
      if (lastSweep > now) this.#model.sweep(lastSweep);
      await this.#settle();
    }
  }

  #closeStream(which: number): void {
    const open = this.#openStreams();
    const sending = open[which % Math.max(open.length, 1)];
    if (sending?.exchange == null) return;
    sending.exchange.broken = 'closed';
    void sending.stream?.cancel();
  }

  #openStreams(): Sending[] {
    return [...this.#sendings.values()].filter(
      ({ stream, isFinished }) => stream !== null && !isFinished,
    );
  }

  #replay({ type, observation }: RecordEvent): void {
    const { http, number } = observation;
    const sending = this.#sendings.get(http.path.split('tag=')[1] ?? '');
    if (sending === undefined) throw new Error(`Nobody sent ${http.path}.`);
    const now = this.#clock.now();
    if (type === 'started') {
      sending.exchange = this.#model.arrive(sending.request, now);
      this.#meet(sending.exchange.session, observation.session);
      checkArrival(sending.exchange, observation);
      return;
    }
    if (sending.exchange === null) throw new Error(`Exchange ${String(number)} never began.`);
    checkFinish(sending.exchange, observation, now);
    sending.isFinished = true;
    const state = this.#model.finish(sending.exchange, now);
    if (state === null) return;
    const text = JSON.parse(
      this.#kitchen.service.observation(observation.workspace, number).response.body ?? '',
    ) as { result: { requestState: string } };
    this.#states.push({ text: text.result.requestState, state });
  }

  /** Lets everything happen that can happen without time passing. */
  async #settle(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      for (let entry = this.#log.shift(); entry !== undefined; entry = this.#log.shift()) entry();
      const busy = [...this.#sendings.values()].filter((sending) => this.#isBusy(sending));
      const waits = this.#held().length;
      if (busy.length === 0 && this.#clock.waits === waits) break;
      if (performance.now() > deadline) {
        const requests = busy.map(({ request }) => request.method ?? 'garbage').join(', ');
        const counts = `${String(this.#clock.waits)} exchanges wait, not ${String(waits)}`;
        throw new Error(`Not answered: ${requests}; ${counts}.`);
      }
      await new Promise((done) => setImmediate(done));
    }
    for (const sending of this.#sendings.values()) {
      const { exchange, answer } = sending;
      if (exchange === null || answer === null || sending.isChecked) continue;
      checkAnswer(exchange, answer, this.#id(exchange.session));
      sending.isChecked = true;
    }
  }

  /** Whether something has still to happen to it at this moment. */
  #isBusy({ exchange, isFinished, answer }: Sending): boolean {
    if (exchange === null) return true;
    const { broken, expected } = exchange;
    if (broken === null && expected.dueAt > this.#clock.now()) return false;
    const staysOpen = broken === null && expected.isStream;
    return answer === null || (!isFinished && !staysOpen);
  }

  #held(): Sending[] {
    return [...this.#sendings.values()].filter(
      ({ exchange, isFinished }) =>
        exchange !== null &&
        !isFinished &&
        exchange.broken === null &&
        exchange.expected.dueAt > this.#clock.now(),
    );
  }

  /** A session that the model has just begun is one that nobody has seen; any other is the one it was before. */
  #meet(session: ModelSession, id: string | null): void {
    const known = this.#ids.get(session);
    if (known === undefined) {
      expect([...this.#ids.values()], 'a new session begins').not.toContain(id);
      this.#ids.set(session, id ?? '');
    } else {
      expect(id, 'the session goes on').toBe(known);
    }
  }

  #id(session: ModelSession): string {
    return this.#ids.get(session) ?? '';
  }

  #workspaceOf(letter: string): string {
    return `${this.#name}-${letter}`;
  }
}

/** Null where the KEY is taken. */
function attempt<T>(order: () => T): T | null {
  try {
    return order();
  } catch (error) {
    if (error instanceof KitchenError && error.code === 'conflict') return null;
    throw error;
  }
}
