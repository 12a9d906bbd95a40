/** Clients that ask in sessions of their own, side by side, and look whether each gets what it has selected. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readWire } from '../coverage/ledger-answer.js';
import { LedgerConnection } from '../coverage/ledger-connection.js';
import { type Ask, type Play, playWith, readYaml, type See } from '../coverage/ledger-format.js';
import { listenFor } from '../coverage/ledger-listen.js';
import { bytesOf, needsSession } from '../coverage/ledger-requests.js';

const SESSIONS = fileURLToPath(new URL('soak.yaml', import.meta.url));

/** What `soak.yaml` says. */
export function readSessions(): readonly (readonly [name: string, play: Play])[] {
  return Object.entries(readYaml(SESSIONS, z.record(z.string(), playWith({}))));
}

const orderedSchema = z.object({ id: z.string() });
const pageSchema = z.object({
  observations: z.array(
    z.object({
      rpc: z.object({ method: z.string().nullable() }),
      state: z.string(),
      fault: z.object({ kind: z.string() }).nullable(),
    }),
  ),
});

export class SoakSession {
  readonly #path: string;
  readonly #ask: Ask;
  readonly #see: See;
  #mcpSession: string | null = null;
  /** How many requests were answered as they should be. */
  passed = 0;
  /** What did not fit. */
  readonly problems: string[] = [];

  private constructor(
    readonly name: string,
    play: Play,
    private readonly port: number,
    private readonly id: string,
    key: string,
  ) {
    const [step] = play.steps;
    if (step === undefined) throw new Error(`${name} asks nothing`);
    this.#ask = step.ask;
    this.#see = step.see;
    this.#path = `/w/default/s/${key}/mcp`;
  }

  static async order(name: string, play: Play, port: number): Promise<SoakSession> {
    const key = `soak-${randomBytes(6).toString('hex')}`;
    const { id } = orderedSchema.parse(await askAdmin(port, 'sessions', { ...play.select, key }));
    const session = new SoakSession(name, play, port, id, key);
    if (needsSession(session.#ask)) await session.#shakeHands();
    return session;
  }

  /** One connection for each request. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const connection = new LedgerConnection(this.port);
      connection.send(bytesOf(this.#ask, this.#to));
      const problems = await listenFor(connection, this.#see, this.#ask);
      connection.leave();
      if (problems.length === 0) this.passed += 1;
      else this.problems.push(`${this.name}: ${problems.join('. ')}`);
    }
  }

  /** The kinds of faults that were recorded for what was asked last; healthy answers as `none`. */
  async recorded(): Promise<ReadonlySet<string>> {
    const kinds = new Set<string>();
    const query = `session=${this.id}&limit=500`;
    const { observations } = pageSchema.parse(await askAdmin(this.port, `observations?${query}`));
    for (const { rpc, state, fault } of observations) {
      if (rpc.method === 'initialize' || rpc.method === 'notifications/initialized') continue;
      kinds.add(state === 'finished' ? (fault?.kind ?? 'none') : state);
    }
    return kinds;
  }

  get expected(): string {
    return this.#see.fault ?? 'none';
  }

  get #to(): Parameters<typeof bytesOf>[1] {
    return { path: this.#path, port: this.port, sessionId: this.#mcpSession };
  }

  async #shakeHands(): Promise<void> {
    const hello = await this.#heard({ request: 'initialize', id: 'hands' });
    const [, id] = hello.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id') ?? [];
    this.#mcpSession = id ?? null;
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    await this.#heard({ request: 'legacy-notify', body });
  }

  async #heard(ask: Ask): Promise<ReturnType<typeof readWire>> {
    const connection = new LedgerConnection(this.port);
    connection.send(bytesOf(ask, this.#to));
    await listenFor(connection, {});
    connection.leave();
    return readWire(Buffer.concat(connection.heard.pieces.map(({ bytes }) => bytes)));
  }
}

/** On a connection of its own, which does not stay: sockets are counted. Without a body it is a GET. */
async function askAdmin(port: number, what: string, body?: object): Promise<unknown> {
  const asking = request({
    port,
    host: '127.0.0.1',
    path: `/api/workspaces/default/${what}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    agent: false,
  });
  asking.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const answered = await text(answer);
  if ((answer.statusCode ?? 0) >= 300) throw new Error(answered);
  return JSON.parse(answered) as unknown;
}
