/** Turns the SDK's response into plain data, and puts right in it what the SDK cannot know. */
import type { Answer } from '../exchange/answer.js';
import { replaceMemberToken } from '../json/tokens.js';
import type { Serving } from './serving.js';

/** Headers about one connection (RFC 9110, section 7.6.1): the server sets its own. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

export async function toAnswer(response: Response, serving: Serving): Promise<Answer> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  const { status, body } = response;
  if (body === null) return { status, headers, body: null };
  const correct = correctionFor(serving);
  if (!headers.some(([name, value]) => name === 'content-type' && isEventStream(value))) {
    const text = await response.text();
    return { status, headers, body: text === '' ? null : (correct?.(text) ?? text) };
  }
  return { status, headers, body: correct === null ? body : correctLines(body, correct) };
}

function isEventStream(contentType: string): boolean {
  return contentType.startsWith('text/event-stream');
}

type Correct = (message: string) => string;

/** What has to be changed in the message that answers the request; null if nothing. */
function correctionFor({ call, refusal }: Serving): Correct | null {
  const { idToken } = call.arrival.rpc;
  const { json } = call.arrival;
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : undefined;
  if (idToken === null || (typeof id !== 'string' && typeof id !== 'number')) return null;
  const plainToken = JSON.stringify(id);
  if (idToken === plainToken && refusal === undefined) return null;

  return (text) => {
    if (!answersId(text, plainToken)) return text;
    if (refusal === undefined) return replaceMemberToken(text, 'id', idToken);
    const { code, message, data } = refusal;
    const error = JSON.stringify({ code, message, data });
    return `{"jsonrpc":"2.0","id":${idToken},"error":${error}}`;
  };
}

function answersId(text: string, plainToken: string): boolean {
  try {
    const message: unknown = JSON.parse(text);
    return (
      typeof message === 'object' &&
      message !== null &&
      'id' in message &&
      JSON.stringify(message.id) === plainToken
    );
  } catch {
    return false;
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
    line.startsWith('data: ') ? `data: ${correct(line.slice(6))}` : line;
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
