/** Plays actions on a kitchen and holds everything that clients and admins see against the model. */
import type { Kitchen } from '../../src/kitchen-options.js';
import type { LiveEvent } from '../../src/service.js';
import type { Action } from './actions.js';
import { administer } from './administer.js';
import {
  checkAdminView,
  checkAnswer,
  checkArrival,
  checkFinish,
  checkSessionIds,
} from './checks.js';
import { KitchenModel } from './model.js';
import { SLOW_MS } from './model-answers.js';
import {
  type GivenState,
  isBusy,
  isHeld,
  isOpenStream,
  pickState,
  type Sending,
  sendRequest,
} from './sending.js';
import { SessionIds } from './session-ids.js';
import type { WatchedClock } from './watched-clock.js';

const SWEEP_EVERY_MS = 1_000;
/** Only a kitchen that hangs takes so long. */
const PATIENCE_MS = 30_000;

type RecordEvent = Extract<LiveEvent, { type: 'started' | 'finished' }>;

let runs = 0;

/** @param met takes a note of what the actions have brought about */
export async function play(
  kitchen: Kitchen,
  clock: WatchedClock,
  actions: readonly Action[],
  met: Set<string>,
): Promise<void> {
  runs += 1;
  // Sweeps come every whole second of the clock.
  clock.advance(SWEEP_EVERY_MS - (clock.now() % SWEEP_EVERY_MS));
  const run = new Run(kitchen, clock, `run-${String(runs)}`, met);
  try {
    for (const action of actions) await run.take(action);
    await run.finish();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #model: KitchenModel;
  readonly #ids = new SessionIds();
  /** What happened since it was last held against the model, in its true order. */
  readonly #log: (() => void)[] = [];
  readonly #sendings = new Map<string, Sending>();
  readonly #states: GivenState[] = [];
  readonly #workspaces: readonly string[];
  readonly #stops: readonly (() => void)[];

  constructor(
    private readonly kitchen: Kitchen,
    private readonly clock: WatchedClock,
    private readonly name: string,
    private readonly met: Set<string>,
  ) {
    this.#workspaces = ['a', 'b'].map((letter) => this.#workspaceOf(letter));
    this.#stops = this.#workspaces.map((workspace) => {
      kitchen.service.createWorkspace(workspace);
      return kitchen.service.live.subscribe(workspace, (event) => {
        if (event.type !== 'gap') this.#log.push(() => this.#replay(event));
      });
    });
    const [workspace = ''] = this.#workspaces;
    this.#model = new KitchenModel(kitchen.service.selection(workspace).revision);
  }

  async take(action: Action): Promise<void> {
    if (action.do === 'send') await this.#send(action);
    else if (action.do === 'pass') await this.#pass(action.ms);
    else if (action.do === 'close') this.#closeStream(action.stream);
    else this.#administer(action);
    await this.#settle();
    for (const session of this.#model.sessions) {
      const { workspace, end, open } = session;
      checkAdminView(session, this.kitchen.service.session(workspace, this.#ids.of(session)));
      if (end !== null) this.met.add(open.size > 0 ? `${end} while busy` : end);
    }
  }

  /** Whatever still waits is answered in the end, and no session was opened that the model knows nothing of. */
  async finish(): Promise<void> {
    await this.take({ do: 'pass', ms: SLOW_MS });
    while (this.#where(isOpenStream).length > 0) await this.take({ do: 'close', stream: 0 });
    for (const workspace of this.#workspaces) {
      const listed = this.kitchen.service.sessions(workspace, { limit: 500 });
      const known = this.#model.sessions.filter((session) => session.workspace === workspace);
      checkSessionIds(
        listed.items,
        known.map((session) => this.#ids.of(session)),
      );
    }
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    for (const workspace of this.#workspaces) await this.kitchen.service.deleteWorkspace(workspace);
  }

  async #send({ requests, meanwhile }: Extract<Action, { do: 'send' }>): Promise<void> {
    // Which of two rounds of one dialogue is judged first is no matter of the session rules.
    const firstRound = requests.find(({ what }) => what.kind === 'round');
    for (const request of requests) {
      if (request.what.kind === 'round' && request !== firstRound) continue;
      const tag = String(this.#sendings.size + 1);
      const lane = { tag, workspaceOf: (letter: string) => this.#workspaceOf(letter) };
      const given = pickState(this.#states, request, this.clock.now());
      this.#sendings.set(tag, sendRequest(this.kitchen, request, lane, given));
    }
    if (meanwhile === null) return;
    for (let turn = 0; turn < meanwhile.turns; turn += 1) await Promise.resolve();
    this.#administer(meanwhile.act);
  }

  #administer(action: Parameters<typeof administer>[0]): void {
    administer(action, {
      service: this.kitchen.service,
      model: this.#model,
      ids: this.#ids,
      now: this.clock.now(),
      workspaceOf: (letter) => this.#workspaceOf(letter),
      later: (entry) => this.#log.push(entry),
    });
  }

  /** Time stops wherever an answer is due, so that what follows from it has its time. */
  async #pass(ms: number): Promise<void> {
    const end = this.clock.now() + ms;
    while (this.clock.now() < end) {
      const now = this.clock.now();
      const dues = this.#where(isHeld).map(({ exchange }) => exchange?.expected.dueAt ?? end);
      const next = Math.min(end, ...dues);
      this.clock.advance(next - now);
      const lastSweep = Math.floor(next / SWEEP_EVERY_MS) * SWEEP_EVERY_MS;
      if (lastSweep > now) this.#model.sweep(lastSweep);
      await this.#settle();
    }
  }

  #closeStream(which: number): void {
    const open = this.#where(isOpenStream);
    const sending = open[which % Math.max(open.length, 1)];
    if (sending?.exchange == null) return;
    sending.exchange.broken = 'closed';
    void sending.stream?.cancel();
  }

  #where(fits: (sending: Sending, now: number) => boolean): Sending[] {
    return [...this.#sendings.values()].filter((sending) => fits(sending, this.clock.now()));
  }

  #replay({ type, observation }: RecordEvent): void {
    const { http, number } = observation;
    const sending = this.#sendings.get(http.path.split('tag=')[1] ?? '');
    if (sending === undefined) throw new Error(`Nobody sent ${http.path}.`);
    const now = this.clock.now();
    if (type === 'started') {
      const exchange = this.#model.arrive(sending.request, now);
      sending.exchange = exchange;
      this.#ids.meet(exchange.session, observation.session);
      checkArrival(exchange, observation);
      if (exchange.raised.round !== null) this.met.add(`round in ${String(exchange.session.end)}`);
      return;
    }
    if (sending.exchange === null) throw new Error(`Exchange ${String(number)} never began.`);
    checkFinish(sending.exchange, observation, now);
    sending.isFinished = true;
    sending.state = this.#model.finish(sending.exchange, now);
  }

  /** Lets everything happen that can happen without time passing. */
  async #settle(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      for (let entry = this.#log.shift(); entry !== undefined; entry = this.#log.shift()) entry();
      const busy = this.#where(isBusy);
      const waits = this.#where(isHeld).length;
      if (busy.length === 0 && this.clock.waits === waits) break;
      if (performance.now() > deadline) {
        const methods = busy.map(({ request }) => request.method ?? 'garbage').join(', ');
        const counts = `${String(this.clock.waits)} exchanges wait, not ${String(waits)}`;
        throw new Error(`Not answered: ${methods || 'none'}; ${counts}.`);
      }
      await new Promise((done) => setImmediate(done));
    }
    for (const sending of this.#sendings.values()) {
      const { exchange, answer, state } = sending;
      if (exchange === null || answer === null || sending.isChecked) continue;
      checkAnswer(exchange, answer, this.#ids.of(exchange.session));
      if (state !== null) this.#states.push({ text: answer.json.result.requestState, state });
      sending.isChecked = true;
    }
  }

  #workspaceOf(letter: string): string {
    return `${this.name}-${letter}`;
  }
}
