import {
  brotliDecompressSync,
  createGunzip,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Answer } from 'mcp-fault-kitchen';
import { doSchema } from '../../../src/script/script-schema.js';
import { performDo } from '../../support/perform-fault.js';
import { jsonAnswer } from '../../support/fault-context.js';

const TEXT = '{"jsonrpc":"2.0","id":7,"result":{}}';
const encode = (encoding: object, answer: Answer = jsonAnswer(TEXT)): Promise<Answer> =>
  performDo({ encoding }, { answer });

const bytesOf = ({ body }: Answer): Uint8Array => {
  if (!(body instanceof Uint8Array)) throw new Error('expected bytes');
  return body;
};
const codingOf = ({ headers }: Answer): readonly string[] =>
  headers.filter(([name]) => name.toLowerCase() === 'content-encoding').map(([, value]) => value);

describe('encoding', () => {
  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['deflate_raw', 'deflate', inflateRawSync],
    ['br', 'br', brotliDecompressSync],
  ] as const)('compresses with %s and says so', async (coding, declared, decode) => {
    const answer = await encode({ coding });
    expect(codingOf(answer)).toEqual([declared]);
    expect(decode(bytesOf(answer)).toString()).toBe(TEXT);
  });

  it('only says so', async () => {
    const answer = await encode({ compress: false });
    expect(codingOf(answer)).toEqual(['gzip']);
    expect(answer.body).toBe(TEXT);
  });

  it('does not say so, or says something else', async () => {
    expect(codingOf(await encode({ declare: null }))).toEqual([]);
    const other = await encode(
      { declare: 'br' },
      { ...jsonAnswer(TEXT), headers: [['content-encoding', 'x']] },
    );
    expect(codingOf(other)).toEqual(['br']);
    expect(gunzipSync(bytesOf(other)).toString()).toBe(TEXT);
  });

  it('cuts the compressed data', async () => {
    const whole = bytesOf(await encode({}));
    const cut = bytesOf(await encode({ cutAfterBytes: 12 }));
    expect(Buffer.from(cut).equals(Buffer.from(whole.subarray(0, 12)))).toBe(true);
    expect(bytesOf(await encode({ cutAfterBytes: 0 })).byteLength).toBe(0);
  });

  it('leaves an answer without a body alone, but for its header', async () => {
    const answer = await encode({}, { status: 204, headers: [], body: null });
    expect(answer).toEqual({ status: 204, headers: [['Content-Encoding', 'gzip']], body: null });
  });

  const slow = (onCancel: () => void = () => undefined): Answer => {
    let pulls = 0;
    return {
      status: 200,
      headers: [['Content-Type', 'text/event-stream']],
      body: new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulls += 1;
            if (pulls === 1) controller.enqueue(Buffer.from('data: one\n\n'));
            // The second piece never comes.
            return pulls === 1 ? undefined : new Promise(() => undefined);
          },
          cancel: onCancel,
        },
        { highWaterMark: 0 },
      ),
    };
  };

  it('lets each piece of a stream be decoded as it comes', async () => {
    const { body } = await encode({ flush: 'each' }, slow());
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const gunzip = createGunzip();
    const decoded = new Promise<string>((resolve) => {
      gunzip.on('data', (piece: Buffer) => resolve(piece.toString()));
    });
    let text: string | undefined;
    void decoded.then((found) => {
      text = found;
    });
    while (text === undefined) {
      const { value } = await reader.read();
      gunzip.write(value ?? new Uint8Array());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(text).toBe('data: one\n\n');
    await reader.cancel();
  });

  it.each(['each', 'late'])(
    'tells the source when nobody takes the rest (flush %s)',
    async (flush) => {
      let cancelled = false;
      const { body } = await encode(
        { flush },
        slow(() => {
          cancelled = true;
        }),
      );
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      await reader.read();
      await reader.cancel();
      await expect.poll(() => cancelled).toBe(true);
    },
  );

  it('makes a bomb while it goes out', async () => {
    const answer = await performDo({
      body: { repeat: { unit: '\0', bytes: 4 * 1024 ** 3 } },
      encoding: {},
    });
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const before = process.memoryUsage.rss();
    let size = 0;
    while (size < 100_000) size += (await reader.read()).value?.byteLength ?? 0;
    await reader.cancel();
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  });

  it('refuses what it does not know', () => {
    expect(doSchema.safeParse({ encoding: { coding: 'lzw' } }).success).toBe(false);
    expect(doSchema.safeParse({ encoding: { cutAfterBytes: -1 } }).success).toBe(false);
    expect(doSchema.safeParse({ encoding: { declare: 'a\nb' } }).success).toBe(false);
  });
});
