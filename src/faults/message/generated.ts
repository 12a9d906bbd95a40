/** Values too large to be written down: made as JSON text, piece by piece, while they go out. */
import { z } from 'zod';
import { base64Of } from '../../media/base64.js';
import { blackSquare } from '../../media/png.js';
import { silence } from '../../media/wav.js';
import { animation } from '../../media/gif.js';
import { FaultError } from '../fault-error.js';
import { jsonPointer, put } from './json-pointer.js';

const GIB = 1024 ** 3;
const PIECE_BYTES = 64 * 1024;

const textForm = z.strictObject({
  before: z.string().max(100_000).default('').describe('Text in front.'),
  unit: z.string().min(1).max(10_000).describe('What is repeated.'),
  bytes: z
    .int()
    .min(0)
    .max(4 * GIB)
    .describe('How many bytes of UTF-8 the repeated part has, rounded down to whole units.'),
  after: z.string().max(100_000).default('').describe('Text behind.'),
});
const listForm = z.strictObject({
  items: z
    .array(z.json())
    .min(1)
    .max(1_000)
    .describe('The entries, taken in turns; `{{n}}` in their texts counts from 1.'),
  count: z.int().min(0).max(100_000_000).describe('How many entries the list has.'),
});
const nestForm = z.strictObject({
  level: z.json().describe('One level, say `{ type: object, properties: {} }`.'),
  at: jsonPointer().describe('Where in a level the next one stands, say `/properties/deeper`.'),
  depth: z.int().min(0).max(10_000_000).describe('How many levels.'),
  core: z.json().describe('What stands in the innermost level.'),
});
const doublingForm = z.strictObject({
  levels: z.int().min(1).max(1_000).describe('20 makes a schema that expands to a million.'),
});

export const generatedFields = {
  text: textForm
    .optional()
    .describe(
      'A long text: `{ unit: "ha ", bytes: 5000000 }`, with `before` and `after` around it.',
    ),
  list: listForm
    .optional()
    .describe(
      'A long list: `{ items: ["dish {{n}}"], count: 100000 }`. Items take turns; `{{n}}` counts from 1.',
    ),
  nest: nestForm
    .optional()
    .describe(
      'A deep nesting: `{ level: { type: object, properties: {} }, at: /properties/deeper, depth: 10000, core: {} }`.',
    ),
  doubling: doublingForm
    .optional()
    .describe(
      'A small object schema that expands to 2^n parts, since each definition refers to the next one twice: `{ levels: 20 }`.',
    ),
  media: z
    .enum(['png_30000_square', 'gif_100000_frames', 'wav_10_minutes'])
    .optional()
    .describe('A file in Base64: small and huge once it is decoded, or long.'),
};

export type Generated = z.output<z.ZodObject<typeof generatedFields>>;

/** JSON text without a line break, so that it fits a `data` line as well. */
export function* jsonOf(value: Generated): Generator<Uint8Array> {
  if (value.text !== undefined) yield* textJson(value.text);
  else if (value.list !== undefined) yield* listJson(value.list);
  else if (value.nest !== undefined) yield* nestJson(value.nest);
  else if (value.doubling !== undefined) yield Buffer.from(doublingJson(value.doubling));
  else if (value.media !== undefined) {
    yield Buffer.from('"');
    yield* base64Of(mediaBytes(value.media));
    yield Buffer.from('"');
  }
}

function mediaBytes(media: NonNullable<Generated['media']>): Iterable<Uint8Array> {
  if (media === 'png_30000_square') return blackSquare(30_000);
  return media === 'gif_100000_frames' ? animation(100_000) : silence(600);
}

function* textJson({ before, unit, bytes, after }: z.output<typeof textForm>): Generator<Buffer> {
  yield Buffer.from(`"${escaped(before)}`);
  yield* repeated(escaped(unit), Math.floor(bytes / Buffer.byteLength(unit)));
  yield Buffer.from(`${escaped(after)}"`);
}

function* listJson({ items, count }: z.output<typeof listForm>): Generator<Buffer> {
  const texts = items.map((item) => JSON.stringify(item));
  let piece = '[';
  for (let n = 1; n <= count; n += 1) {
    const text = texts[(n - 1) % texts.length] ?? '';
    piece += `${n === 1 ? '' : ','}${text.replaceAll('{{n}}', String(n))}`;
    if (piece.length < PIECE_BYTES) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(`${piece}]`);
}

/** @throws FaultError where `at` leads nowhere in a level */
function* nestJson({ level, at, depth, core }: z.output<typeof nestForm>): Generator<Buffer> {
  const mark = '\u0000';
  const [open, close, ...more] = JSON.stringify(put(level, at, mark)).split(JSON.stringify(mark));
  if (open === undefined || close === undefined || more.length > 0) {
    throw new FaultError(`nest.at: ${at} does not lead to one place in the level`);
  }
  yield* repeated(open, depth);
  yield Buffer.from(JSON.stringify(core));
  yield* repeated(close, depth);
}

function doublingJson({ levels }: z.output<typeof doublingForm>): string {
  const to = (level: number): object => ({ $ref: `#/$defs/d${String(level)}` });
  const definitions = Array.from({ length: levels }, (_, index): [string, object] => [
    `d${String(index + 1)}`,
    { allOf: [to(index), to(index)] },
  ]);
  const properties = { value: to(levels) };
  const $defs = Object.fromEntries([['d0', { type: 'string' }], ...definitions]);
  return JSON.stringify({ type: 'object', properties, $defs });
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function* repeated(unit: string, count: number): Generator<Buffer> {
  if (count <= 0 || unit === '') return;
  const perPiece = Math.min(count, Math.max(1, Math.floor(PIECE_BYTES / unit.length)));
  const piece = Buffer.from(unit.repeat(perPiece));
  const unitBytes = piece.byteLength / perPiece;
  for (let left = count; left > 0; left -= perPiece) {
    yield piece.subarray(0, Math.min(left, perPiece) * unitBytes);
  }
}
