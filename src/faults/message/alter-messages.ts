/** Changes the JSON-RPC messages of an answer where they stand: in a JSON body, or in the events of a stream. */
import type { Answer } from '../../exchange/answer.js';
import { readMemberToken, replaceMemberToken } from '../../json/tokens.js';

export interface MessageChange {
  /** `response`: only the message that answers; `all`: notifications and requests of a stream too. */
  readonly which: 'response' | 'all';
  /** The text that goes out instead, for a message as text and as value. */
  readonly change: (text: string, message: unknown) => string;
}

const decoder = new TextDecoder();

export function alterMessages(answer: Answer, change: MessageChange): Answer {
  const { body } = answer;
  if (body === null) return answer;
  if (body instanceof ReadableStream) {
    return { ...answer, body: body.pipeThrough(eventChanger(change)) };
  }
  const text = typeof body === 'string' ? body : decoder.decode(body);
  if (isStream(answer)) return { ...answer, body: changeEvents(text, change) };
  return { ...answer, body: changed(text, change) };
}

export function isStream({ headers }: Pick<Answer, 'headers'>): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type.toLowerCase().startsWith('text/event-stream');
}

function changed(text: string, { which, change }: MessageChange): string {
  const message = parsed(text);
  if (message === undefined) return text;
  if (which === 'response' && !isResponse(message)) return text;
  return withRawId(change(text, message), text, message);
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

function changeEvents(text: string, change: MessageChange): string {
  return text
    .split('\n\n')
    .map((block) => changeBlock(block, change))
    .join('\n\n');
}

/** The lines of one event as the healthy server writes them: `field: value` ended by LF. */
function changeBlock(block: string, change: MessageChange): string {
  const lines = block.split('\n');
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
  if (data.length === 0) return block;
  const others = lines.filter((line) => !line.startsWith('data: '));
  const text = changed(data.join('\n'), change);
  return [...others, ...text.split('\n').map((line) => `data: ${line}`)].join('\n');
}

function eventChanger(change: MessageChange): TransformStream<Uint8Array, Uint8Array> {
  const encoder = new TextEncoder();
  const streaming = new TextDecoder();
  let rest = '';
  return new TransformStream({
    transform(chunk, controller) {
      rest += streaming.decode(chunk, { stream: true });
      for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
        controller.enqueue(encoder.encode(`${changeBlock(rest.slice(0, end), change)}\n\n`));
        rest = rest.slice(end + 2);
      }
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(rest));
    },
  });
}
