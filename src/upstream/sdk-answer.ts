/** Turns the SDK's response into plain data, and puts right in it what the SDK cannot know. */
import type { Answer } from '../exchange/answer.js';
import { replaceMemberToken } from '../json/tokens.js';
import { isObject } from './is-object.js';
import { refusalAnswer, type Serving } from './serving.js';

/** Headers about one connection (RFC 9110, section 7.6.1): the server sets its own. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/**
 * Puts one message of the server right.
 * @param answered the id that the message answers, as the SDK writes it; null for any other message
 */
export type Correct = (text: string, answered: string | null) => string;

/** @param correct null where no message has to be put right */
export async function toAnswer(response: Response, correct: Correct | null): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  const { status, body } = response;
  if (body === null) return { status, headers, body: null };
  if (!headers.some(([name, value]) => name === 'content-type' && isEventStream(value))) {
    const text = await response.text();
    return { status, headers, body: text === '' ? null : putRight(text, correct) };
  }
  return { status, headers, body: correct === null ? body : correctLines(body, correct) };
}

function isEventStream(contentType: string): boolean {
  return contentType.startsWith('text/event-stream');
}

/** For a call of its own: its id as it came, and the refusal of its dialogue. Null where the SDK's answer is right. */
export function correctionFor({ call, refusal }: Serving): Correct | null {
  const { idToken } = call.arrival.rpc;
  const { json } = call.arrival;
  const id = isObject(json) ? json['id'] : undefined;
  if (idToken === null || (typeof id !== 'string' && typeof id !== 'number')) return null;
  const plainToken = JSON.stringify(id);
  if (idToken === plainToken && refusal === undefined) return null;

  return (text, answered) => {
    if (answered !== plainToken) return text;
    const right = refusal === undefined ? text : JSON.stringify(refusalAnswer(refusal, id));
    return replaceMemberToken(right, 'id', idToken);
  };
}

function putRight(text: string, correct: Correct | null): string {
  return correct === null ? text : correct(text, answeredId(text));
}

function answeredId(text: string): string | null {
  try {
    const message: unknown = JSON.parse(text);
    // A request of the server's own has an id too.
    if (!isObject(message) || 'method' in message || !('id' in message)) return null;
    return JSON.stringify(message['id']);
  } catch {
    return null;
  }
}

/** The SDK writes each message as one `data:` line. */
function correctLines(
  body: ReadableStream<Uint8Array>,
  correct: Correct,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  const correctLine = (line: string): string =>
    line.startsWith('data: ') ? `data: ${putRight(line.slice(6), correct)}` : line;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        const whole = lines.map((line) => `${correctLine(line)}\n`).join('');
        if (whole !== '') controller.enqueue(encoder.encode(whole));
      },
      flush(controller) {
        if (rest !== '') controller.enqueue(encoder.encode(correctLine(rest)));
      },
    }),
  );
}
