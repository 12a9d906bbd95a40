/** An event stream of which every line is scripted. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import { answerKind } from '../fault-kind.js';
import { eventItem } from './event-items.js';
import { eventPieces } from './event-pieces.js';
import { headerPairs, httpHeaderValue } from './http-headers.js';
import { statusWithBody } from './rpc-answer.js';
import { splitPieces, splitSchema } from './split-pieces.js';

export const events = answerKind({
  kind: 'events',
  summary: 'An event stream (SSE), line by line, with pauses, repetitions and an end of its own.',
  fields: z.strictObject({
    items: z.array(eventItem).max(10_000).describe('What is sent, in order.'),
    status: statusWithBody().default(200).describe('HTTP status; not 204, 205 or 304.'),
    contentType: httpHeaderValue()
      .nullable()
      .default('text/event-stream')
      .describe('`Content-Type`; null for none.'),
    headers: headerPairs()
      .default([
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ])
      .describe('Further header lines.'),
    lineEnd: z
      .enum(['lf', 'cr', 'crlf', 'mixed'])
      .default('lf')
      .describe('What ends each line; `mixed` takes turns: LF, CRLF, CR.'),
    space: z
      .int()
      .min(0)
      .max(2)
      .default(1)
      .describe('Spaces between the colon of a field and its value.'),
    bom: z.boolean().default(false).describe('Whether the stream begins with a byte order mark.'),
    split: splitSchema()
      .optional()
      .describe('Where the stream is cut into pieces, besides between its items.'),
    end: z
      .enum(['close', 'open', 'reset', 'fin'])
      .default('close')
      .describe(
        '`close`: as HTTP ends a body; `open`: never; `reset`: by a TCP RST; `fin`: the connection closes without the last chunk.',
      ),
  }),
  perform: (fault, context): Answer => {
    const { contentType, headers, status, end, split } = fault;
    const pieces = eventPieces(fault, context);
    return {
      status,
      headers: [
        ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
        ...headers,
      ],
      body: streamOf(split === undefined ? pieces : splitPieces(pieces, split, context)),
      ...((end === 'reset' || end === 'fin') && { carriage: { ending: end, framing: UNENDED } }),
    };
  },
});

const UNENDED = { kind: 'chunked', last: false, trailers: [], lengths: [] } as const;
