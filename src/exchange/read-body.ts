/** Reads a request body whole, up to a limit, without trusting `Content-Length`. */

export type BodyRead =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'too_slow' }
  /** The client said that nothing more comes, before the body was whole. */
  | { readonly kind: 'unfinished' }
  /** The connection was closed before the body was whole. */
  | { readonly kind: 'left' };

export const EMPTY_BODY: BodyRead = { kind: 'read', bytes: new Uint8Array(0) };
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * `broken` where the client closed, or the framing failed, before the body was whole; `too_slow` where it did not come in
 * time.
 */
export async function readBody(request: Request, maxBytes: number): Promise<BodyRead> {
  if (request.method === 'GET' || request.method === 'HEAD') return EMPTY_BODY;
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBytes) return { kind: 'too_large' };
  try {
    // Node's parser holds a declared length to its word, so nothing larger can come.
    if (declared >= 0) return { kind: 'read', bytes: new Uint8Array(await request.arrayBuffer()) };
    return await readChunks(request, maxBytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return { kind: code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : 'broken' };
  }
}

async function readChunks(request: Request, maxBytes: number): Promise<BodyRead> {
  if (request.body === null) return EMPTY_BODY;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      void discard(reader);
      return { kind: 'too_large' };
    }
    chunks.push(value);
  }
  return { kind: 'read', bytes: Buffer.concat(chunks) };
}

/** Lets some of the rest pass by, so that the refusal can be read: closing at once would lose it. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let size = 0;
  try {
    while (size < MAX_DISCARDED_BYTES) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The connection was closed meanwhile.
  }
}
