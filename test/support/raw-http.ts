/** A client of a bare TCP socket: sends bytes, and shows exactly the bytes that came back and how the connection ended. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { headersFor, type Json } from './mcp.js';

export interface RawAnswer {
  readonly statusLine: string;
  readonly status: number;
  /** In the order of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without the framing of `Transfer-Encoding: chunked`. */
  readonly body: string;
  /** The whole answer as it stood on the wire. */
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly verb?: string;
  readonly path?: string;
  /** Instead of the headers that mirror the body. `Host` and `Content-Length` are added. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Beside those headers. */
  readonly moreHeaders?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** `fin`: closed in order by the server; `reset`: torn down. */
export type Ending = 'fin' | 'reset';

const HEAD_END = '\r\n\r\n';

export class RawConnection {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #taken: Buffer[] = [];
  #ending: Ending | null = null;
  #waiting: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('end', () => this.#endAs('fin'));
    socket.on('error', () => this.#endAs('reset'));
    socket.on('close', () => this.#endAs('fin'));
  }

  /** Opens a connection that is closed when the test is over. */
  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    onTestFinished(() => {
      socket.destroy();
    });
    return new RawConnection(socket);
  }

  /** All bytes that no answer has been read from yet, as Latin-1: one character a byte. */
  get received(): string {
    return this.#received.toString('latin1');
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Sends a request and reads its answer. */
  async ask(request: RawRequest): Promise<RawAnswer> {
    this.write(requestBytes(request));
    return this.readAnswer();
  }

  /** The next answer on this connection, read whole by its own framing. */
  async readAnswer(): Promise<RawAnswer> {
    this.#taken = [];
    const head = await this.#take(await this.#find(HEAD_END, HEAD_END.length));
    const [statusLine = '', ...lines] = head.toString('latin1').slice(0, -4).split('\r\n');
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const status = Number(statusLine.split(' ')[1]);
    const body = await this.#readBody(
      status,
      new Map(headers.map(([n, v]) => [n.toLowerCase(), v])),
    );
    const bytes = Buffer.concat(this.#taken);
    return { statusLine, status, headers, body: body.toString(), bytes };
  }

  /** Resolves when the text stands somewhere in what has come. */
  async until(text: string): Promise<void> {
    await this.#find(text, 0);
  }

  /** Resolves when the server has closed the connection. */
  async ended(): Promise<Ending> {
    while (this.#ending === null) await this.#more();
    return this.#ending;
  }

  /** Says that nothing more will come; answers can still be read. */
  end(): void {
    this.#socket.end();
  }

  /** Closes from this side, answer or no answer. */
  leave(): void {
    this.#socket.destroy();
  }

  async #readBody(status: number, headers: ReadonlyMap<string, string>): Promise<Buffer> {
    if (status < 200 || status === 204 || status === 304) return Buffer.alloc(0);
    if (headers.get('transfer-encoding') === 'chunked') return this.#readChunks();
    const length = headers.get('content-length');
    if (length !== undefined) return this.#take(Number(length));
    await this.ended();
    return this.#take(this.#received.length);
  }

  async #readChunks(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const line = await this.#take(await this.#find('\r\n', 2));
      const size = Number.parseInt(line.toString('latin1'), 16);
      const chunk = await this.#take(size + 2);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  }

  /** Where the text stands, plus `beyond`. */
  async #find(text: string, beyond: number): Promise<number> {
    for (;;) {
      const index = this.#received.indexOf(text);
      if (index !== -1) return index + beyond;
      await this.#moreOf(JSON.stringify(text));
    }
  }

  async #take(count: number): Promise<Buffer> {
    while (this.#received.length < count) await this.#moreOf(`${String(count)} bytes`);
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    this.#taken.push(taken);
    return taken;
  }

  async #moreOf(what: string): Promise<void> {
    if (this.#ending !== null) {
      throw new Error(
        `The connection ended before ${what} came; got ${JSON.stringify(this.received)}.`,
      );
    }
    await this.#more();
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #endAs(ending: Ending): void {
    this.#ending ??= ending;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}

export function requestBytes({
  verb = 'POST',
  path = '/mcp',
  body,
  headers = body === undefined ? {} : mirrored(body),
  moreHeaders = {},
}: RawRequest): string {
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...moreHeaders,
  }).map(([name, value]) => `${name}: ${value}`);
  // The socket writes strings as UTF-8.
  return [`${verb} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n');
}

function mirrored(body: string): Record<string, string> {
  try {
    const message: Json = JSON.parse(body);
    return headersFor(message);
  } catch {
    return { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' };
  }
}

/** One exchange on a connection of its own. */
export async function askOnce(port: number, request: RawRequest): Promise<RawAnswer> {
  return (await RawConnection.open(port)).ask(request);
}

/** The body of a message whose id is this very token. */
export function withId(token: string, body: Readonly<Record<string, unknown>>): string {
  const { id: _, ...rest } = body;
  return `{"id":${token},${JSON.stringify(rest).slice(1)}`;
}

/** The bytes as text, without what differs from run to run: the date and the session. */
export function steady({ bytes }: RawAnswer): string {
  return bytes
    .toString()
    .replace(/\r\nDate: [^\r]*/, '\r\nDate: DATE')
    .replace(/\r\nKitchen-Session: [^\r]*/, '\r\nKitchen-Session: SESSION');
}

/** The values of a header, by its name in any case. */
export function valuesOf({ headers }: RawAnswer, name: string): readonly string[] {
  return headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value);
}
