/** Changes the JSON-RPC messages of an answer where they stand: in a JSON body, or in the events of a stream. */
import type { Answer } from '../../exchange/answer.js';
import { readMemberToken, replaceMemberToken } from '../../json/tokens.js';
import type { Altered, FaultContext } from '../fault-kind.js';
import { EventBlocks } from './event-blocks.js';
import { afterFirstMessage } from './first-message.js';

export interface MessageChange {
  /** `response`: only the message that answers; `all`: notifications and requests of a stream too. */
  readonly which: 'response' | 'all';
  /** The text that goes out instead, for a message as text and as value. */
  readonly change: (text: string, message: unknown) => string;
}

/** What has come by so far. */
interface Seen {
  isChanged: boolean;
  /** By the message that answers. */
  isAnswered: boolean;
}

const decoder = new TextDecoder();

/** Rejects with what a change threw; once a message of a stream has gone out, its stream does. */
export async function alterMessages(
  answer: Answer,
  change: MessageChange,
  { arrival, signal }: Pick<FaultContext, 'arrival' | 'signal'>,
): Promise<Altered> {
  const { body } = answer;
  if (body === null) return answer;
  const seen: Seen = { isChanged: false, isAnswered: false };
  if (body instanceof ReadableStream) {
    const stream = body.pipeThrough(eventChanger(change, seen));
    // A GET stream of the 2025 era may have no message for long.
    if (arrival.verb === 'GET') return { ...answer, body: stream };
    const next = { ...answer, body: await afterFirstMessage(stream, signal) };
    return { ...next, isUntouched: seen.isAnswered && !seen.isChanged };
  }
  const text = typeof body === 'string' ? body : decoder.decode(body);
  const next = isStream(answer) ? changeEvents(text, change, seen) : changed(text, change, seen);
  return seen.isChanged ? { ...answer, body: next } : answer;
}

export function isStream({ headers }: Pick<Answer, 'headers'>): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type.toLowerCase().startsWith('text/event-stream');
}

function changed(text: string, { which, change }: MessageChange, seen: Seen): string {
  const message = parsed(text);
  if (message === undefined) return text;
  const answers = isResponse(message);
  seen.isAnswered ||= answers;
  if (which === 'response' && !answers) return text;
  const next = withRawId(change(text, message), text, message);
  seen.isChanged ||= next !== text;
  return next;
}

/** An id that JavaScript cannot hold, say 2^53 + 1, is lost where a change writes the whole message anew. */
function withRawId(next: string, healthy: string, message: unknown): string {
  const token = readMemberToken(healthy, 'id');
  if (token === null || token === JSON.stringify(idOf(message))) return next;
  const isKept = idOf(parsed(next)) === idOf(message);
  return isKept ? replaceMemberToken(next, 'id', token) : next;
}

function idOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'id' in message
    ? message.id
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isResponse(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && ('result' in message || 'error' in message)
  );
}

function changeEvents(text: string, change: MessageChange, seen: Seen): string {
  return text
    .split('\n\n')
    .map((block) => changeBlock(block, change, seen))
    .join('\n\n');
}

/** The lines of one event as the healthy server writes them: `field: value` ended by LF. */
function changeBlock(block: string, change: MessageChange, seen: Seen): string {
  const lines = block.split('\n');
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
  if (data.length === 0) return block;
  const others = lines.filter((line) => !line.startsWith('data: '));
  const text = changed(data.join('\n'), change, seen);
  return [...others, ...text.split('\n').map((line) => `data: ${line}`)].join('\n');
}

function eventChanger(change: MessageChange, seen: Seen): TransformStream<Uint8Array, Uint8Array> {
  const encoder = new TextEncoder();
  const streaming = new TextDecoder();
  const blocks = new EventBlocks();
  let hasEvents = false;
  return new TransformStream({
    transform(chunk, controller) {
      const ended = blocks.push(streaming.decode(chunk, { stream: true }));
      if (ended.length === 0) return;
      hasEvents = true;
      const next = ended.map((block) => `${changeBlock(block, change, seen)}\n\n`);
      controller.enqueue(encoder.encode(next.join('')));
    },
    flush(controller) {
      const rest = blocks.rest + streaming.decode();
      if (rest === '') return;
      // A body without a blank line may be one message, and a stream only in the way it is made.
      controller.enqueue(encoder.encode(hasEvents ? rest : changed(rest, change, seen)));
    },
  });
}
