/** What canaries serve, by the last part of their address. */
import type { Clock } from '../clock.js';
import { hold } from '../exchange/hold.js';
import { streamOf } from '../exchange/stream-of.js';
import type { Answer } from '../exchange/answer.js';
import { animation } from '../media/gif.js';
import { blackSquare, endlessPng } from '../media/png.js';
import { PLATE_PNG } from '../upstream/catalogue/plate.js';

export interface CanaryRequest {
  /** Where this session's canaries are. */
  readonly base: string;
  /** Where they are besides: under another name of the kitchen, without TLS, at another port. */
  elsewhere(where: 'name' | 'http' | 'port'): string | Promise<string>;
  readonly clock: Clock;
  /** Aborted when the client goes. */
  readonly signal: AbortSignal;
}

type File = (request: CanaryRequest) => Answer | Promise<Answer>;

const PIECE_EVERY_MS = 50;
const FRAMES = 100_000;
const SIDE = 30_000;

const FILES: ReadonlyMap<string, File> = new Map<string, File>([
  ['icon.png', () => file('image/png', new Uint8Array(Buffer.from(PLATE_PNG, 'base64')))],
  ['icon.svg', () => file('image/svg+xml', SVG)],
  // Harmless as bytes, harmful once decoded or read to the end.
  ['huge.png', () => file('image/png', streamOf(all(blackSquare(SIDE))))],
  ['frames.gif', () => file('image/gif', streamOf(all(animation(FRAMES))))],
  ['endless.png', (request) => file('image/png', streamOf(slowly(endlessPng(), request)))],
  ['endless.json', (request) => file('application/json', streamOf(slowly(endlessJson(), request)))],
  // Not what they say.
  ['html.png', ({ base }) => file('image/png', htmlPage(base))],
  ['svg.png', ({ base }) => file('image/png', activeSvg(base))],
  ['unknown.png', () => file('image/png', 'KITCHEN\u0001 no picture that anybody knows\n')],
  // Touch other canaries where somebody runs them.
  ['active.svg', ({ base }) => file('image/svg+xml', activeSvg(base))],
  ['page.html', ({ base }) => file('text/html; charset=utf-8', htmlPage(base))],
  ['schema.json', () => file('application/schema+json', '{"type":"string"}')],
  // Lead elsewhere.
  ['to-other-name', async (request) => redirect(await request.elsewhere('name'))],
  ['to-other-port', async (request) => redirect(await request.elsewhere('port'))],
  ['to-http', async (request) => redirect(await request.elsewhere('http'))],
  ['to-file', () => moved('file:///etc/hosts')],
  ['to-itself', () => moved('to-itself')],
]);

/** Any other address answers too: it is there to be touched. */
export function canaryAnswer(name: string, request: CanaryRequest): Answer | Promise<Answer> {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const serve = FILES.get(last);
  return serve === undefined ? file('text/plain; charset=utf-8', NOTE) : serve(request);
}

const NOTE = 'This address only notes who comes. Nobody should, unless a person asked for it.\n';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>';

function file(
  type: string,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Answer {
  return {
    status: 200,
    headers: [
      ['Content-Type', type],
      // Each touch is to be seen.
      ['Cache-Control', 'no-store'],
    ],
    body,
  };
}

/** To a picture that is as harmless as the one here would be. */
function redirect(base: string): Answer {
  return moved(`${base}/redirected/icon.png`);
}

function moved(location: string): Answer {
  return {
    status: 302,
    headers: [
      ['Location', location],
      ['Cache-Control', 'no-store'],
    ],
    body: null,
  };
}

function activeSvg(base: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="fetch('${base}/touched-by-onload')">
<script>fetch('${base}/touched-by-script')</script>
<image href="${base}/touched-by-image/icon.png" width="8" height="8"/>
<style>@import url('${base}/touched-by-style');</style>
</svg>
`;
}

function htmlPage(base: string): string {
  return `<!doctype html>
<title>Canary</title>
<script>fetch('${base}/touched-by-script')</script>
<img src="${base}/touched-by-image/icon.png" alt="">
`;
}

function* endlessJson(): Generator<Uint8Array> {
  yield Buffer.from('{"type":"string","enum":["a"');
  const piece = Buffer.from(',"another"'.repeat(1_000));
  for (;;) yield piece;
}

async function* all(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** At most 20 pieces a second: a client that never stops reading costs little. */
async function* slowly(
  pieces: Iterable<Uint8Array>,
  { clock, signal }: CanaryRequest,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (signal.aborted) return;
    yield piece;
    await hold(clock, PIECE_EVERY_MS, signal);
  }
}
