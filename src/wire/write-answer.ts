/** Hands a finished answer to Node. */
import type { ServerResponse } from 'node:http';
import type { Answer } from '../exchange/answer.js';
import { FairShare } from '../exchange/fair-share.js';
import { isNamed } from '../exchange/header-lines.js';
import { letRestPass } from './rest-of-request.js';

/** RFC 9110, section 8.6: no `Content-Length` belongs in these. */
const WITHOUT_LENGTH: ReadonlySet<number> = new Set([204, 304]);

/** Node writes the head in Latin-1, unless it goes out with text: then both are UTF-8. */
// oxlint-disable-next-line no-control-regex -- all that is beyond ASCII
const BEYOND_ASCII = /[^\x00-\x7f]/;
const NO_BYTES = new Uint8Array(0);

let due: (readonly [Answer, ServerResponse])[] = [];

/**
 * All answers of one turn of the event loop go out together: a client that waits for several of them is woken up once.
 * Never throws: what cannot be sent closes its connection.
 */
export function writeAnswer(answer: Answer, outgoing: ServerResponse): void {
  due.push([answer, outgoing]);
  if (due.length === 1) setImmediate(writeDue);
}

function writeDue(): void {
  const now = due;
  due = [];
  for (const [answer, outgoing] of now) {
    try {
      write(answer, outgoing);
    } catch {
      outgoing.destroy();
    }
  }
}

function write({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  const { req } = outgoing;
  if (!req.complete) {
    outgoing.once('finish', () => {
      if (!req.complete) letRestPass(req, req.socket);
    });
  }
  const lines: string[] = [];
  for (const [name, value] of headers) lines.push(name, value);
  const isAscii = !headers.some(([, value]) => BEYOND_ASCII.test(value));
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, lines);
    if (isAscii) outgoing.flushHeaders();
    else outgoing.write(NO_BYTES);
    void pump(body, outgoing);
    return;
  }
  const isFramed = WITHOUT_LENGTH.has(status) || req.method === 'HEAD' || hasLength(headers);
  if (!isFramed) {
    // Without it, Node would frame nothing at all as a chunked body.
    lines.push('Content-Length', String(lengthOf(body)));
  }
  outgoing.writeHead(status, lines);
  // Text goes out together with the head, bytes on their own.
  outgoing.end(typeof body === 'string' && !isAscii ? Buffer.from(body) : (body ?? ''));
}

function hasLength(headers: Answer['headers']): boolean {
  return headers.some(([name]) => isNamed(name, 'content-length'));
}

function lengthOf(body: string | Uint8Array | null): number {
  if (body === null) return 0;
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

async function pump(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = body.getReader();
  // Nobody takes the rest; of a body that is over this says nothing.
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  if (outgoing.destroyed) {
    cancel();
    return;
  }
  outgoing.once('close', cancel);
  const share = new FairShare();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.write(value)) await mayGoOn(outgoing);
      // The system may take all there is, and then nothing waits for the client.
      await share.spend(value.byteLength);
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}

/** Resolves when there is room again, and when there will never be any. */
function mayGoOn(outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const goOn = (): void => {
      outgoing.off('drain', goOn);
      outgoing.off('close', goOn);
      resolve();
    };
    outgoing.on('drain', goOn);
    outgoing.on('close', goOn);
  });
}
