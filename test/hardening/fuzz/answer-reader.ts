/** Reads answers off a socket by their own framing, cheaply enough for tens of thousands of them. */
import type { Socket } from 'node:net';

export interface ReadAnswer {
  readonly status: number;
  /** By lower-case name; the last where one comes twice. */
  readonly headers: ReadonlyMap<string, string>;
}

export class AnswerReader {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    const end = (): void => {
      this.#ended = true;
      this.#wake();
    };
    socket.on('end', end);
    socket.on('close', end);
    // What a reset was about is told by the answer that is missing.
    socket.on('error', end);
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  get received(): string {
    return this.#received.toString('latin1');
  }

  /** The head of the next answer, `100 Continue` included; null where the connection ended before. */
  async head(): Promise<ReadAnswer | null> {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end !== -1) return parseHead(this.#take(end + 4).toString('latin1'));
      if (!(await this.#more())) return null;
    }
  }

  /** The next whole answer, without its body; null where the connection ended before it was whole. */
  async answer(isHead: boolean): Promise<ReadAnswer | null> {
    let head = await this.head();
    while (head !== null && head.status < 200) head = await this.head();
    if (head === null) return null;
    return (await this.#skipBody(head, isHead)) ? head : null;
  }

  async ended(): Promise<void> {
    while (await this.#more());
  }

  async #skipBody({ status, headers }: ReadAnswer, isHead: boolean): Promise<boolean> {
    if (isHead || status === 204 || status === 304) return true;
    if (headers.get('transfer-encoding') === 'chunked') return this.#skipChunks();
    const length = headers.get('content-length');
    if (length !== undefined) return this.#skip(Number(length));
    await this.ended();
    return true;
  }

  async #skipChunks(): Promise<boolean> {
    for (;;) {
      const end = this.#received.indexOf('\r\n');
      if (end === -1) {
        if (!(await this.#more())) return false;
        continue;
      }
      const size = Number.parseInt(this.#take(end + 2).toString('latin1'), 16);
      if (!(await this.#skip(size + 2))) return false;
      if (size === 0) return true;
    }
  }

  async #skip(count: number): Promise<boolean> {
    while (this.#received.length < count) {
      if (!(await this.#more())) return false;
    }
    this.#take(count);
    return true;
  }

  #take(count: number): Buffer {
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  /** False where nothing more will come. */
  async #more(): Promise<boolean> {
    if (this.#ended || this.#socket.destroyed) return false;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return true;
  }
}

function parseHead(text: string): ReadAnswer {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(' ')[1]), headers };
}
