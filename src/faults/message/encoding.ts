/** Compression of the answer: right, false, cut, or flushed too late. */
import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { FaultError } from '../fault-error.js';
import { alterKind } from '../fault-kind.js';
import { httpHeaderValue } from './http-headers.js';

const CODINGS = ['gzip', 'deflate', 'deflate_raw', 'br', 'zstd'] as const;
type Coding = (typeof CODINGS)[number];

const NO_ZSTD = 'this Node has no zstd: take 22.15 or later, or gzip';

export const encoding = alterKind({
  kind: 'encoding',
  summary: 'The body compressed, with or without `Content-Encoding`, whole or cut.',
  fields: z
    .strictObject({
      coding: z
        .enum(CODINGS)
        .default('gzip')
        .describe(
          'How. `deflate` is the zlib format, `deflate_raw` has no header; `zstd` needs Node 22.15.',
        ),
      declare: httpHeaderValue()
        .nullable()
        .optional()
        .describe('`Content-Encoding`; null for none. Default: the name of the coding.'),
      compress: z
        .boolean()
        .default(true)
        .describe('`false` leaves the body as it is: the header alone says that it is compressed.'),
      cutAfterBytes: z
        .int()
        .min(0)
        .optional()
        .describe('The compressed data ends there, though the answer is whole as HTTP frames it.'),
      flush: z
        .enum(['each', 'late'])
        .default('each')
        .describe(
          'For a stream: each piece can be decoded when it comes, or only when the stream ends.',
        ),
    })
    .refine(({ coding, compress }) => coding !== 'zstd' || !compress || zstdOfNode() !== null, {
      path: ['coding'],
      error: NO_ZSTD,
    }),
  perform: async ({ coding, declare, compress, cutAfterBytes, flush }, answer): Promise<Answer> => {
    const value = declare === undefined ? coding.replace('_raw', '') : declare;
    const others = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
    const headers = value === null ? others : [...others, ['Content-Encoding', value] as const];
    const { body } = answer;
    if (!compress || body === null) return { ...answer, headers };
    const isStream = body instanceof ReadableStream;
    const encoder = encoderOf(coding, isStream && flush === 'each');
    const source = isStream ? fromStream(body) : Readable.from([Buffer.from(body)]);
    // Whichever side ends first, the other one is ended with it; there is nothing to do about either.
    pipeline(source, encoder, () => undefined);
    const encoded = upTo(encoder, cutAfterBytes ?? Infinity);
    if (isStream) return { ...answer, headers, body: toStream(encoded, encoder) };
    return { ...answer, headers, body: await bytesOf(encoded) };
  },
});

function encoderOf(coding: Coding, flushesEach: boolean): Transform {
  const { constants } = zlib;
  const flush = flushesEach ? { flush: constants.Z_SYNC_FLUSH } : {};
  switch (coding) {
    case 'gzip':
      return zlib.createGzip(flush);
    case 'deflate':
      return zlib.createDeflate(flush);
    case 'deflate_raw':
      return zlib.createDeflateRaw(flush);
    case 'br':
      return zlib.createBrotliCompress({
        ...(flushesEach && { flush: constants.BROTLI_OPERATION_FLUSH }),
        // The default is far too slow for a body that is made while it goes out.
        params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
      });
    default:
      return zstd(flushesEach);
  }
}

const ZSTD_FLUSH = 1;

function zstd(flushesEach: boolean): Transform {
  const create = zstdOfNode();
  if (create === null) throw new FaultError(`encoding.coding: ${NO_ZSTD}`);
  return create(flushesEach ? { flush: ZSTD_FLUSH } : {});
}

type CreateZstd = (options: { flush?: number }) => Transform;

/** Null for a Node that is older. */
function zstdOfNode(): CreateZstd | null {
  const create: unknown = Reflect.get(zlib, 'createZstdCompress');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the newer Node documents it
  return typeof create === 'function' ? (create as CreateZstd) : null;
}

/** Ends its source with itself, also while it waits for it. */
function fromStream(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  return new Readable({
    highWaterMark: 64 * 1024,
    read() {
      reader.read().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    },
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

function toStream(
  encoded: AsyncGenerator<Uint8Array>,
  encoder: Transform,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await encoded.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        // A read may be waiting for the encoder: it ends with it.
        encoder.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

async function bytesOf(encoded: AsyncGenerator<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encoded) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** Ends after so many bytes. */
async function* upTo(encoder: Transform, limit: number): AsyncGenerator<Uint8Array> {
  let left = limit;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zlib makes buffers
  for await (const piece of encoder as AsyncIterable<Uint8Array>) {
    if (piece.byteLength >= left) {
      if (left > 0) yield piece.subarray(0, left);
      return;
    }
    left -= piece.byteLength;
    yield piece;
  }
}
