/** Plays an entry of the ledger against a kitchen: orders a session, asks over a bare socket, and looks at the wire. */
import { randomBytes } from 'node:crypto';
import type { Kitchen } from '../../src/kitchen-options.js';
import { jsonOf, readWire, type WireAnswer } from './ledger-answer.js';
import { LedgerConnection } from './ledger-connection.js';
import type { Ask, Play, See, Step } from './ledger-format.js';
import { filled } from './ledger-fill.js';
import { listenFor } from './ledger-listen.js';
import { at } from './ledger-match.js';
import { type Counted, isTold, LedgerRecord } from './ledger-record.js';
import { type Addressed, bytesOf, needsSession, visited } from './ledger-requests.js';

/** @throws an Error that says step by step what did not fit */
export async function play(kitchen: Kitchen, { select, steps }: Play): Promise<void> {
  const port = String(kitchen.port);
  const key = randomBytes(6).toString('hex');
  const path = `/w/default/s/${key}/mcp`;
  const words = { $PORT: port, $ORIGIN: `http://127.0.0.1:${port}`, $PATH: path, $KEY: key };
  const ordered = await order(kitchen, { ...filled(select, words), key });
  const table = new Table(kitchen, path, words, ordered);
  try {
    const first = steps.find(({ ask, again }) => again === undefined && needsSession(ask));
    if (first !== undefined) await table.shakeHands(first.ask);
    for (const [index, step] of steps.entries()) {
      const problems = await table.play(step);
      if (problems.length > 0) {
        const which = steps.length === 1 ? '' : `Step ${String(index + 1)}: `;
        throw new Error(`${which}${problems.join('.\n')}.`);
      }
    }
  } finally {
    table.leave();
  }
}

/** Over the admin API, as a person would. */
async function order(
  { apiUrl }: Kitchen,
  selection: Play['select'] & { readonly key: string },
): Promise<Ordered> {
  const response = await fetch(`${apiUrl}/workspaces/default/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(selection),
  });
  if (response.status === 201) return (await response.json()) as Ordered;
  throw new Error(`The selection is refused: ${await response.text()}`);
}

interface Ordered {
  readonly id: string;
  readonly url: string;
  readonly caFile?: string;
}

class Table {
  readonly #kitchen: Kitchen;
  readonly #record: LedgerRecord;
  readonly #path: string;
  readonly #words: Readonly<Record<string, string>>;
  readonly #stays = new Map<string, LedgerConnection>();
  readonly #opened: LedgerConnection[] = [];
  /** The newest request on each connection. */
  readonly #exchanges = new Map<LedgerConnection, Counted>();
  /** The bytes of each step's answer. */
  readonly #answers: Buffer[] = [];
  #sessionId: string | null = null;
  #asked = 0;
  readonly #visits = new Map<string, number>();
  #last: LedgerConnection | null = null;

  constructor(
    kitchen: Kitchen,
    path: string,
    words: Readonly<Record<string, string>>,
    private readonly ordered: Ordered,
  ) {
    this.#kitchen = kitchen;
    this.#path = path;
    this.#words = words;
    this.#record = new LedgerRecord(kitchen);
  }

  /** Opens a session of the 2025 era for the request that is to come. */
  async shakeHands({ capabilities }: Ask): Promise<void> {
    const answer = await this.#askHealthy({ request: 'initialize', id: 'hands', capabilities });
    const [, id] = answer.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id') ?? [];
    if (id === undefined) {
      const text = answer.raw.toString();
      throw new Error(`The handshake is answered without a session, before any step: ${text}`);
    }
    this.#sessionId = id;
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    await this.#askHealthy({ request: 'legacy-notify', body });
  }

  async play(step: Step): Promise<readonly string[]> {
    if (step.pauseMs !== undefined) await pause(step.pauseMs);
    const see = this.#filled(step.see);
    const connection = this.#connectionFor(step);
    const ask = this.#filled(step.ask);
    let exchange = this.#exchanges.get(connection) ?? { path: this.#path, number: this.#asked };
    if (step.again === undefined) {
      exchange = this.#count(ask);
      this.#exchanges.set(connection, exchange);
      connection.send(this.#bytes(ask));
    }
    // A request that only shall be under way is not waited for.
    const isLeft = step.stay !== undefined && Object.keys(see).length === 0;
    const problems = isLeft ? [] : await listenFor(connection, see, step.ask);
    this.#answers.push(Buffer.concat(connection.heard.pieces.map(({ bytes }) => bytes)));
    if (problems.length > 0) return problems;
    if (see.end === 'keep')
      return [...(await this.#stillServes(connection)), ...(await this.#unrecorded(see, exchange))];
    this.#last = connection;
    if (step.stay !== undefined) this.#stays.set(step.stay, connection);
    return this.#unrecorded(see, exchange, step.stay === undefined ? connection : undefined);
  }

  /** Which request this is of those to its address. */
  #count({ request, path = '' }: Ask): Counted {
    if (request !== 'visit') {
      this.#asked += 1;
      return { path: this.#path, number: this.#asked };
    }
    const [visit = ''] = visited(path).path.split('?');
    const number = (this.#visits.get(visit) ?? 0) + 1;
    this.#visits.set(visit, number);
    return { path: visit, number };
  }

  leave(): void {
    // A port of its own closes with its session.
    if (this.ordered.url.startsWith(`${this.#kitchen.url}/`)) return this.#leaveAll();
    this.#leaveAll();
    this.#kitchen.service.endSession('default', this.ordered.id);
  }

  #leaveAll(): void {
    for (const connection of this.#opened) connection.leave();
  }

  #connectionFor({ again, connection, ask }: Step): LedgerConnection {
    const found = again === undefined ? null : this.#stays.get(again);
    if (found === undefined) throw new Error(`No connection stays under the name "${again}"`);
    if (found !== null) return found;
    if (connection === 'same') {
      if (this.#last === null) throw new Error('There is no connection of a step before');
      return this.#last;
    }
    const { request, path = '', tls } = this.#filled(ask);
    return this.#open(tls, request === 'visit' ? path : this.ordered.url);
  }

  #open(
    tls: Ask['tls'] = { trust: 'ca', oldest: 'TLSv1.2' },
    url = this.ordered.url,
  ): LedgerConnection {
    const { protocol, port } = new URL(url);
    const { caFile } = this.ordered;
    const opened = new LedgerConnection(
      Number(port),
      protocol === 'https:' ? { ...tls, caFile: caFile ?? '' } : null,
    );
    this.#opened.push(opened);
    return opened;
  }

  #bytes(ask: Ask): Buffer {
    const to: Addressed = {
      path: this.#path,
      port: Number(new URL(this.ordered.url).port),
      sessionId: this.#sessionId,
    };
    return bytesOf(ask, to);
  }

  async #askHealthy(ask: Ask): Promise<ReturnType<typeof readWire>> {
    this.#asked += 1;
    const connection = this.#open();
    connection.send(this.#bytes(ask));
    await listenFor(connection, {}, undefined);
    connection.leave();
    return readWire(Buffer.concat(connection.heard.pieces.map(({ bytes }) => bytes)));
  }

  /** Whether a request to another session on the same connection is answered as if nothing had been. */
  async #stillServes(connection: LedgerConnection): Promise<readonly string[]> {
    const to = { path: '/w/default/mcp', port: this.#kitchen.port, sessionId: null };
    connection.send(bytesOf({ request: 'discover', id: 'after' }, to));
    const problems = await listenFor(
      connection,
      { status: 200, has: { '/id': 'after', '/result/resultType': 'complete' } },
      undefined,
    );
    return problems.map((problem) => `The next request on the connection: ${problem}`);
  }

  /** What the record lacks. Where the answer goes on, the client leaves first. */
  #unrecorded(
    see: See,
    exchange: Counted,
    connection?: LedgerConnection,
  ): Promise<readonly string[]> {
    if (isTold(see) && connection !== undefined && connection.heard.end === null) {
      const heard = Buffer.concat(connection.heard.pieces.map(({ bytes }) => bytes));
      if (!readWire(heard).isWhole) connection.leave();
    }
    return this.#record.unseen(see, exchange);
  }

  /** `$PATH` and such in texts; a text that is `$1/result/x` alone stands for that value of the first answer. */
  #filled<T>(value: T): T {
    return filled(value, this.#words, (index, pointer) => {
      const answer = this.#answers[index - 1];
      return answer === undefined ? undefined : saidAt(readWire(answer), pointer);
    });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function saidAt(answer: WireAnswer, pointer: string): unknown {
  if (!pointer.startsWith('#')) return at(jsonOf(answer), pointer);
  const wanted = pointer.slice(1).toLowerCase();
  return answer.headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
