/** The streams of the HTTP+SSE transport (2024-11-05): what is to be said on each, by the id in its `endpoint`. */

const MAX_STREAMS = 1_000;
/** A client that reads nothing more is not remembered for ever. */
const MAX_WAITING = 1_000;

export class OldStream {
  /** The `Mcp-Session-Id` by which the healthy server knows who listens; null before `initialize`. */
  mcpSessionId: string | null = null;
  readonly #waiting: string[] = [];
  readonly #ending = new AbortController();
  #wake: () => void = () => undefined;

  /** Aborted when nobody can hear any more. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  say(message: string): void {
    if (this.signal.aborted) return;
    this.#waiting.push(message);
    if (this.#waiting.length > MAX_WAITING) this.end();
    this.#wake();
  }

  end(): void {
    this.#ending.abort();
    this.#wake();
  }

  /** Each message in its turn, until the stream ends or the signal aborts. */
  async *messages(signal: AbortSignal): AsyncGenerator<string, undefined> {
    const stop = (): void => {
      this.#wake();
    };
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        const message = this.#waiting.shift();
        if (message !== undefined) yield message;
        else if (this.signal.aborted) return;
        else await this.#next();
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

export class GivenStreams {
  /** Oldest first. */
  readonly #streams = new Map<string, OldStream>();

  /** A stream of the same id ends with that. */
  open(id: string): OldStream {
    this.#streams.get(id)?.end();
    this.#streams.delete(id);
    const [oldest] = this.#streams.keys();
    if (oldest !== undefined && this.#streams.size >= MAX_STREAMS) {
      this.#streams.get(oldest)?.end();
      this.#streams.delete(oldest);
    }
    const stream = new OldStream();
    this.#streams.set(id, stream);
    return stream;
  }

  /** The stream that an address for messages names; undefined for one that was never opened, or has ended. */
  find(path: string): OldStream | undefined {
    const stream = this.#named(path);
    return stream?.signal.aborted === false ? stream : undefined;
  }

  /** Whether an address names one, ended or not. */
  isNamedBy(path: string): boolean {
    return this.#streams.size > 0 && this.#named(path) !== undefined;
  }

  #named(path: string): OldStream | undefined {
    const query = new URLSearchParams(path.split('?')[1] ?? '');
    return this.#streams.get(query.get('sessionId') ?? '');
  }
}
