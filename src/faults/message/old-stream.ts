/** The stream of the HTTP+SSE transport of 2024-11-05: where to post, and then the answers to what was posted. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import type { OldStream } from '../../judge/given/given-streams.js';
import { answerKind, type FaultContext } from '../fault-kind.js';
import { eventItem } from './event-items.js';
import { LINE_ENDS, LineWriter } from './event-lines.js';
import { eventPieces, PLAIN_EVENTS } from './event-pieces.js';

const fields = z.strictObject({
  endpoint: z
    .enum(['path', 'query', 'absolute', 'none'])
    .default('path')
    .describe(
      'How the event `endpoint` names the address for messages: a path, the query alone, a whole URL; or it never comes.',
    ),
  url: z
    .string()
    .max(10_000)
    .optional()
    .describe('Another address, right or wrong, sent as it is in place of that.'),
  sessionId: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('The id in the address, by which messages find the stream. Default: made anew.'),
  before: z
    .array(eventItem)
    .max(1_000)
    .default([])
    .describe('Events and pauses before `endpoint`, which should be the first.'),
  lineEnd: z
    .enum(['lf', 'cr', 'crlf', 'mixed'])
    .default('lf')
    .describe(`What ends each line: one of ${Object.keys(LINE_ENDS).join(', ')}.`),
});
type Fields = z.output<typeof fields>;

export const oldStream = answerKind({
  kind: 'old_stream',
  summary:
    'HTTP+SSE of 2024-11-05: a stream that names the address for messages (`endpoint`), and then has the answers to what `old_message` took. For a GET, by a rule with `at: head`.',
  fields,
  perform: (fault, context): Answer => {
    context.carriedByOldTransport();
    const id = fault.sessionId ?? randomUUID();
    const stream = context.given.streams.open(id);
    return {
      status: 200,
      headers: [
        ['Content-Type', 'text/event-stream'],
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ],
      body: streamOf(said(fault, addressOf(fault, id, context), stream, context)),
    };
  },
});

async function* said(
  { before, lineEnd, endpoint, url }: Fields,
  address: string,
  stream: OldStream,
  context: FaultContext,
): AsyncGenerator<Uint8Array, undefined> {
  const lines = new LineWriter({ lineEnd, space: 1 });
  try {
    yield* eventPieces({ items: before, ...PLAIN_EVENTS, lineEnd }, context);
    if (url !== undefined || endpoint !== 'none') {
      yield lines.event([address], { event: 'endpoint', blank: true });
    }
    for await (const message of stream.messages(context.signal)) {
      yield lines.event(message.split('\n'), { event: 'message', blank: true });
    }
  } finally {
    stream.end();
  }
}

function addressOf(
  { endpoint, url }: Fields,
  id: string,
  { arrival, origin }: FaultContext,
): string {
  if (url !== undefined) return url;
  const query = `?sessionId=${encodeURIComponent(id)}`;
  if (endpoint === 'query') return query;
  const path = `${arrival.path.split('?', 1)[0] ?? ''}${query}`;
  return endpoint === 'absolute' ? `${origin}${path}` : path;
}
