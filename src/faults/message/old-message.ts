/** A message of the HTTP+SSE transport of 2024-11-05: accepted by 202, and answered on the stream that `old_stream` opened. */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { bodyPieces } from '../../exchange/body-pieces.js';
import { headerOf } from '../../exchange/header-lines.js';
import { hold } from '../../exchange/hold.js';
import type { Arrival } from '../../exchange/message.js';
import { readMemberToken, replaceMemberToken } from '../../json/tokens.js';
import type { OldStream } from '../../judge/given/given-streams.js';
import { durationSchema, toMilliseconds } from '../../units.js';
import { answerKind, type FaultContext } from '../fault-kind.js';
import { isStream } from './alter-messages.js';

const VERSION = '2024-11-05';
const OWN_HEADERS: ReadonlySet<string> = new Set(['accept', 'mcp-protocol-version']);
const HOUR_MS = 3_600_000;
const TEXT = [['Content-Type', 'text/plain; charset=utf-8']] as const;

const fields = z.strictObject({
  answer: z
    .enum(['stream', 'body', 'both', 'none', 'end'])
    .default('stream')
    .describe(
      'Where the healthy answer goes: on the stream, as it should; into the body of the answer to the POST, or both; nowhere; or the stream `end`s in place of it.',
    ),
  afterMs: durationSchema({ max: HOUR_MS })
    .transform(toMilliseconds)
    .default(0)
    .describe('How much later it comes on the stream: milliseconds, or a text like `2s`.'),
  status: z
    .int()
    .min(200)
    .max(299)
    .default(202)
    .describe('The status of the answer to the POST, where that is not the healthy answer.'),
});

export const oldMessage = answerKind({
  kind: 'old_message',
  summary:
    'HTTP+SSE of 2024-11-05: a POST to the address of an `endpoint` is accepted, and the healthy answer to it goes out on the stream.',
  fields,
  perform: ({ answer, afterMs, status }, context): Answer | Promise<Answer> => {
    context.carriedByOldTransport();
    const stream = streamFor(context);
    if (stream === undefined) {
      const body = 'Session not found: open a stream by GET, and post to the address in it\n';
      return { status: 404, headers: TEXT, body };
    }
    if (answer === 'end') stream.end();
    if (answer === 'body' || answer === 'both') {
      return answerInBody(stream, context, answer === 'both');
    }
    if (answer === 'stream') {
      // It goes on after the POST is answered; whoever could hear of a failure has left then.
      answerOnStream(stream, afterMs, context).catch(() => undefined);
    }
    return { status, headers: TEXT, body: 'Accepted' };
  },
});

function streamFor({ arrival, given }: FaultContext): OldStream | undefined {
  return given.streams.find(arrival.path);
}

async function answerOnStream(
  stream: OldStream,
  afterMs: number,
  context: FaultContext,
): Promise<void> {
  const answer = await healthyAnswer(stream, context);
  if (afterMs > 0) await hold(context.clock, afterMs, stream.signal);
  for await (const message of messagesOf(answer, stream.signal)) {
    if (stream.signal.aborted) return;
    stream.say(ofItsTime(message, context.arrival));
  }
}

async function answerInBody(
  stream: OldStream,
  context: FaultContext,
  isSaidToo: boolean,
): Promise<Answer> {
  let last: string | null = null;
  const answer = await healthyAnswer(stream, context);
  for await (const message of messagesOf(answer, stream.signal)) {
    last = ofItsTime(message, context.arrival);
    if (isSaidToo) stream.say(last);
  }
  if (last === null) return { status: 202, headers: TEXT, body: 'Accepted' };
  return { status: 200, headers: [['Content-Type', 'application/json']], body: last };
}

async function healthyAnswer(stream: OldStream, context: FaultContext): Promise<Answer> {
  const answer = await context.healthyFor(asLegacy(context.arrival, stream.mcpSessionId));
  stream.mcpSessionId ??= headerOf(answer.headers, 'mcp-session-id');
  return answer;
}

/** The same in the transport that the healthy server speaks; the old one knew no header for the version. */
function asLegacy(arrival: Arrival, mcpSessionId: string | null): Arrival {
  const others = arrival.headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const accept = ['Accept', 'application/json, text/event-stream'] as const;
  return { ...arrival, era: 'legacy', mcpSessionId, headers: [...others, accept] };
}

/** `initialize` is answered by the version of the transport, which the healthy server does not speak. */
function ofItsTime(message: string, { rpc }: Arrival): string {
  const result = rpc.method === 'initialize' ? readMemberToken(message, 'result') : null;
  if (result === null) return message;
  return replaceMemberToken(
    message,
    'result',
    replaceMemberToken(result, 'protocolVersion', JSON.stringify(VERSION)),
  );
}

/** The JSON-RPC messages in an answer of the healthy server. */
async function* messagesOf(answer: Answer, signal: AbortSignal): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  if (!isStream(answer)) {
    let text = '';
    for await (const piece of bodyPieces(answer.body, signal))
      text += decoder.decode(piece, { stream: true });
    if (text !== '') yield text;
    return;
  }
  const found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => data !== '' && found.push(data) });
  for await (const piece of bodyPieces(answer.body, signal)) {
    parser.feed(decoder.decode(piece, { stream: true }));
    yield* found.splice(0);
  }
}
