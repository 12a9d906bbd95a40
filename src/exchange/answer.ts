/** An answer as plain data; one `Response` is built from it, last. */
import type { Carriage } from '../wire/carriage.js';

export interface Answer {
  /** HTTP status, 200 to 599. */
  readonly status: number;
  /** Header lines in the order in which they go out. `Content-Length` is added by the server. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text (sent as UTF-8), bytes, a stream, or null for no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  /** Names, in lower case, of headers that the kitchen must not add by itself: a fault took them away. */
  readonly without?: ReadonlySet<string>;
  /** How it is carried, where that goes wrong on purpose. Needs a socket. */
  readonly carriage?: Carriage;
}
