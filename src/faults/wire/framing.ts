/** Head and framing as no correct server writes them. */
import { z } from 'zod';
import type { Carriage, Framing } from '../../wire/carriage.js';
import { durationSchema, toMilliseconds } from '../../units.js';
import { carryKind } from '../fault-kind.js';

const HOUR_MS = 3_600_000;
const line = z.string().max(200_000);
const lines = z.array(line).max(5_000);

export const framing = carryKind({
  kind: 'framing',
  writesLines: true,
  summary: 'Status line, header lines, length and chunks written as given.',
  fields: z.strictObject({
    statusLine: line.optional().describe('The whole status line, say `HTTP/1.0 200 OK`.'),
    headLines: lines
      .default([])
      .describe(
        'Lines added to the head as they are, in Latin-1. What is filled in for placeholders can hold no line break.',
      ),
    lineEnd: z
      .enum(['crlf', 'lf', 'cr'])
      .default('crlf')
      .describe('What ends each line of the head.'),
    length: z
      .union([z.enum(['right', 'none']), line, z.int(), z.array(z.union([line, z.int()])).max(10)])
      .optional()
      .describe(
        'Value of `Content-Length`, or several of them; `right` by default, `none` for a body that ends with the connection. `+10` and `-10` count from the right one.',
      ),
    chunked: z
      .strictObject({
        chunkBytes: z
          .int()
          .min(1)
          .optional()
          .describe('Bytes in each chunk. Default: all at hand.'),
        badSize: z
          .strictObject({
            chunk: z.int().min(1).describe('Which chunk, from 1.'),
            text: line.describe('What stands in place of its size.'),
          })
          .optional()
          .describe('A chunk whose size is no size.'),
        extension: line.default('').describe('Text after each size, say `;a=b`.'),
        last: z.boolean().default(true).describe('Whether the last chunk, of size 0, is sent.'),
        trailers: lines.default([]).describe('Lines after the last chunk.'),
      })
      .optional()
      .describe('Chunks; together with `length` both stand in the head.'),
    ending: z
      .enum(['keep', 'fin', 'reset', 'half_close', 'stall'])
      .optional()
      .describe('What happens to the connection after the answer.'),
    endingAfter: durationSchema({ max: HOUR_MS })
      .transform(toMilliseconds)
      .optional()
      .describe('How long after the last byte that happens. Default: at once.'),
  }),
  perform: (fault, carriage, answer): Carriage => {
    const rightLength = lengthOf(answer.body);
    const values =
      fault.length === undefined || fault.length === 'none'
        ? []
        : [fault.length].flat().map((value) => lengthText(value, rightLength));
    const chosen = framingOf(fault, values);
    return {
      ...carriage,
      ...(fault.statusLine !== undefined && { statusLine: fault.statusLine }),
      headLines: [...(carriage.headLines ?? []), ...fault.headLines],
      lineEnd: LINE_ENDS[fault.lineEnd],
      ...(chosen !== undefined && { framing: chosen }),
      ...(fault.ending !== undefined && { ending: fault.ending }),
      ...(fault.endingAfter !== undefined && { endingAfterMs: fault.endingAfter }),
    };
  },
});

const LINE_ENDS = { crlf: '\r\n', lf: '\n', cr: '\r' } as const;

function framingOf(
  { length, chunked }: { readonly length?: unknown; readonly chunked?: Chunks | undefined },
  values: readonly string[],
): Framing | undefined {
  if (chunked !== undefined) {
    const { chunkBytes, badSize, ...others } = chunked;
    return {
      kind: 'chunked',
      ...others,
      ...(chunkBytes !== undefined && { chunkBytes }),
      ...(badSize !== undefined && { badSize }),
      lengths: values,
    };
  }
  if (length === 'none') return { kind: 'none' };
  return values.length === 0 ? undefined : { kind: 'length', values };
}

interface Chunks {
  readonly chunkBytes?: number | undefined;
  readonly badSize?: { readonly chunk: number; readonly text: string } | undefined;
  readonly extension: string;
  readonly last: boolean;
  readonly trailers: string[];
}

function lengthText(value: string | number, right: number): string {
  if (value === 'right') return String(right);
  const text = String(value);
  return /^[+-]\d+$/.test(text) && typeof value === 'string' ? String(right + Number(text)) : text;
}

function lengthOf(body: unknown): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
}
