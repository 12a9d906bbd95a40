/** Reads the body of a Node request whole, up to a limit. */
import type { IncomingMessage } from 'node:http';
import { type BodyRead, EMPTY_BODY } from '../exchange/read-body.js';
import { rawHeader } from './raw-headers.js';

/** What comes beyond the limit passes by unseen; how long it may do so is the connection's business. */
export function readIncoming(
  incoming: IncomingMessage,
  maxBytes: number,
  onBegin: () => void,
): Promise<BodyRead> {
  const { method, rawHeaders } = incoming;
  if (method === 'GET' || method === 'HEAD') return Promise.resolve(EMPTY_BODY);
  if (Number(rawHeader(rawHeaders, 'content-length') ?? 0) > maxBytes) {
    return Promise.resolve({ kind: 'too_large' });
  }
  onBegin();
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const whole = (): void => {
      const [first] = chunks;
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      resolve({ kind: 'read', bytes });
    };
    incoming.on('data', (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (size <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve({ kind: 'too_large' });
    });
    incoming.on('end', whole);
    incoming.on('error', (error: NodeJS.ErrnoException) => {
      resolve({ kind: failureOf(error) });
    });
    incoming.on('close', () => {
      resolve({ kind: 'left' });
    });
  });
}

function failureOf({ code = '' }: NodeJS.ErrnoException): Exclude<BodyRead['kind'], 'read'> {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'too_slow';
  if (code === 'HPE_INVALID_EOF_STATE') return 'unfinished';
  return code.startsWith('HPE_') ? 'broken' : 'left';
}
