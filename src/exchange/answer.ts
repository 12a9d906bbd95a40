/** An answer as plain data; one `Response` is built from it, last. */

export interface Answer {
  /** HTTP status, 200 to 599. */
  readonly status: number;
  /** Header lines in the order in which they go out. `Content-Length` is added by the server. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Text (sent as UTF-8), bytes, a stream, or null for no body. */
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}
