/** Decides the outcome of an exchange from the bytes that went out: incrementally, and within a bound. */
import type { HeaderLines } from '../exchange/message.js';
import { BoundedBytes } from './bounded-bytes.js';
import { contentCodings, decodeContent, type Decoded } from './decode-content.js';
import { judgeFailure } from './judge-failure.js';
import { judgement, readResponse } from './judge-message.js';
import type { JudgedRequest, Judgement } from './judge-message.js';
import { JSON_TYPE, mediaTypeOf, STREAM_TYPE } from './media-type.js';
import { createSseReader, type SseReader } from './sse-events.js';
import { createStreamJudge, type StreamJudge } from './stream-judge.js';

export type { JudgedRequest, Judgement } from './judge-message.js';

/**
 * How an answer ended: `complete` as HTTP should, `cut` or `reset` by the server before it was whole, `client` where the
 * client closed first.
 */
export type AnswerEnd = 'complete' | 'cut' | 'reset' | 'client';

export interface AnswerHead {
  readonly status: number;
  readonly headers: HeaderLines;
}

export interface AnswerJudge {
  push(chunk: Uint8Array): void;
  /**
   * Not null as soon as a stream has delivered the whole response, so that a session can be established before the bytes
   * are forwarded.
   */
  readonly settled: Judgement | null;
  /** May be asked again, after all bytes: first how it looks, then how it ended. */
  end(end: AnswerEnd): Judgement;
}

export interface JudgeOptions {
  /** Bytes of a body, or of one event of a stream, that are judged; 8 MiB by default. */
  readonly limitBytes?: number | undefined;
  /** Called for each event of a stream with the method of a message, `result`, `error` or `other`. */
  readonly onEvent?: ((kind: string) => void) | undefined;
}

/** How the body decides, going by request and head alone. */
type Reading =
  | { readonly kind: 'decided'; readonly judgement: Judgement }
  | { readonly kind: 'stream' }
  | { readonly kind: 'json' | 'failure' };

const JSON_BODY: Reading = { kind: 'json' };
const STREAM_BODY: Reading = { kind: 'stream' };
const FAILURE_BODY: Reading = { kind: 'failure' };
const DEFAULT_LIMIT_BYTES = 8 * 1024 * 1024;

export function createAnswerJudge(
  request: JudgedRequest,
  head: AnswerHead,
  { limitBytes = DEFAULT_LIMIT_BYTES, onEvent }: JudgeOptions = {},
): AnswerJudge {
  const mediaType = mediaTypeOf(head.headers);
  const reading = readingOf(request, head.status, mediaType);
  const codings = contentCodings(head.headers);
  const body = new BoundedBytes(limitBytes);
  const stream: StreamJudge | null =
    reading.kind === 'stream' ? createStreamJudge(request, onEvent) : null;
  const reader: SseReader | null =
    stream === null ? null : createSseReader((data) => stream.push(data), limitBytes);
  const isLive = reader !== null && codings.length === 0;

  const decodeBody = (partial: boolean): Decoded =>
    body.overflowed
      ? { kind: 'too_large' }
      : decodeContent(body.bytes(), codings, { limitBytes, partial });

  let codedStream: Decoded | null = null;
  let whole: Judgement | null = null;

  const judgeWhole = (): Judgement => {
    if (reading.kind === 'decided') return reading.judgement;
    if (reading.kind === 'stream') return stream?.end() ?? judgement('STREAM_INCOMPLETE');
    return judgeBody(reading.kind, request, { status: head.status, mediaType }, decodeBody(false));
  };

  return {
    get settled() {
      return stream?.settled ?? null;
    },
    push(chunk) {
      if (isLive) reader.push(chunk);
      else if (reading.kind !== 'decided') body.push(chunk);
    },
    end(end) {
      if (reader !== null && !isLive && codedStream === null) {
        codedStream = decodeBody(true);
        if (codedStream.kind === 'decoded') reader.push(codedStream.bytes);
      }
      if (stream !== null && stream.settled !== null) return stream.settled;
      if (end === 'client') {
        return judgement(stream?.mayEndAnywhere === true ? 'STREAM' : 'CANCELLED');
      }
      if (end !== 'complete') return judgement('CONNECTION_LOST');
      if (codedStream?.kind === 'unreadable') return judgement('MALFORMED_JSON');
      if (codedStream?.kind === 'too_large' || reader?.overflowed === true) {
        return judgement('UNJUDGED');
      }
      whole ??= judgeWhole();
      return whole;
    },
  };
}

/** An answer that is known whole. */
export interface WholeAnswer {
  /** Null where no head was sent. */
  readonly status: number | null;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  readonly end: AnswerEnd;
}

export function judgeAnswer(
  request: JudgedRequest,
  { status, headers, body, end }: WholeAnswer,
  options: JudgeOptions = {},
): Judgement {
  if (status === null) return judgement(end === 'client' ? 'CANCELLED' : 'CONNECTION_LOST');
  const mediaType = mediaTypeOf(headers);
  const reading = readingOf(request, status, mediaType);
  if (reading.kind === 'stream') {
    const judge = createAnswerJudge(request, { status, headers }, options);
    judge.push(body);
    return judge.end(end);
  }
  if (end === 'client') return judgement('CANCELLED');
  if (end !== 'complete') return judgement('CONNECTION_LOST');
  if (reading.kind === 'decided') return reading.judgement;
  const { limitBytes = DEFAULT_LIMIT_BYTES } = options;
  const decoded: Decoded =
    body.byteLength > limitBytes
      ? { kind: 'too_large' }
      : decodeContent(body, contentCodings(headers), { limitBytes, partial: false });
  return judgeBody(reading.kind, request, { status, mediaType }, decoded);
}

function judgeBody(
  kind: 'json' | 'failure',
  request: JudgedRequest,
  { status, mediaType }: { readonly status: number; readonly mediaType: string | null },
  body: Decoded,
): Judgement {
  return kind === 'json'
    ? judgeJson(request, body)
    : judgeFailure(request, status, mediaType, body);
}

function readingOf(request: JudgedRequest, status: number, mediaType: string | null): Reading {
  if (status < 200 || status > 299) return FAILURE_BODY;
  if (request.verb === 'DELETE') return decided('SESSION_END');
  if (request.verb === 'GET') {
    return mediaType === STREAM_TYPE ? STREAM_BODY : decided('UNEXPECTED_CONTENT_TYPE');
  }
  if (request.verb !== 'POST') return decided('ACCEPTED');
  if (request.kind === 'notification' || request.kind === 'response') return decided('ACCEPTED');
  if (request.kind === 'batch') return decided('UNJUDGED');
  if (status === 202 || status === 204) return decided('NO_RESPONSE');
  if (mediaType === JSON_TYPE) return JSON_BODY;
  if (mediaType === STREAM_TYPE) return STREAM_BODY;
  return decided('UNEXPECTED_CONTENT_TYPE');
}

function decided(outcome: Judgement['outcome']): Reading {
  return { kind: 'decided', judgement: judgement(outcome) };
}

function judgeJson(request: JudgedRequest, body: Decoded): Judgement {
  if (body.kind === 'too_large') return judgement('UNJUDGED');
  if (body.kind === 'unreadable') return judgement('MALFORMED_JSON');
  const reading = readResponse(new TextDecoder().decode(body.bytes), request);
  if (reading.kind === 'response') return reading.judgement;
  return judgement(reading.kind === 'defect' ? reading.outcome : 'INVALID_ENVELOPE');
}
