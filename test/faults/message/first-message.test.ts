import { expect, it } from 'vitest';
import { afterFirstMessage } from '../../../src/faults/message/first-message.js';

const NEVER = new AbortController().signal;

interface Source {
  readonly stream: ReadableStream<Uint8Array>;
  taken: number;
}

/** Takes turns with its pieces for ever. */
function sourceOf(...pieces: readonly string[]): Source {
  const source: Source = {
    taken: 0,
    stream: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces[source.taken % pieces.length] ?? '';
          source.taken += 1;
          controller.enqueue(Buffer.from(piece));
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return source;
}

it.each<[string, readonly string[], number]>([
  ['in one piece', [': a\n\n', 'data: x\n\n'], 2],
  ['cut inside its name', [': a\n\nda', 'ta: ', 'x'], 3],
  ['cut behind a line end', ['id: 1\r', 'data:x'], 2],
  ['not within another line', ['x data: y\n', ': data: z', ' data: z\n', 'data: x'], 4],
])('a stream is kept back up to its first message, %s', async (_where, pieces, taken) => {
  const source = sourceOf(...pieces);
  const stream = await afterFirstMessage(source.stream, NEVER);
  expect(source.taken).toBe(taken);
  const reader = stream.getReader();
  let text = '';
  for (let n = 0; n < taken; n += 1)
    text += Buffer.from((await reader.read()).value ?? []).toString();
  expect(text).toBe(pieces.join(''));
  await reader.cancel();
});

it('a stream without a message is kept back for a MiB, and no longer', async () => {
  const kib = `: ${'x'.repeat(1_021)}\n`;
  const source = sourceOf(kib);
  const stream = await afterFirstMessage(source.stream, NEVER);
  expect(source.taken).toBe(1_024);
  await stream.cancel();
});
