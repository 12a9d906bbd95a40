/** The body of an answer piece by piece: a stream is cancelled where nobody reads on, or where the signal aborts. */
import type { Answer } from './answer.js';

export async function* bodyPieces(
  body: Answer['body'],
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  if (typeof body === 'string') {
    if (body !== '') yield Buffer.from(body);
    return;
  }
  if (body instanceof Uint8Array) {
    if (body.byteLength > 0) yield body;
    return;
  }
  const reader = body.getReader();
  // A source may have nothing to say for hours.
  const stop = (): void => {
    reader.cancel().catch(() => undefined);
  };
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
