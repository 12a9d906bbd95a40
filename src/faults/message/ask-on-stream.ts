/** Asks in the way of the 2025 era: requests on the stream of the call, whose responses the client posts. */
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import type { FaultContext } from '../fault-kind.js';
import { type AfterNo, answerAfterNo, ELICITATION } from './after-no.js';
import type { AskFields } from './ask.js';
import { type EventItem, eventItem } from './event-items.js';
import { eventPieces, PLAIN_EVENTS } from './event-pieces.js';

type Asked = Omit<AskFields, 'inputRequests'> & { readonly inputRequests: unknown };
type Pieces = AsyncGenerator<Uint8Array, undefined>;

export function askOnStream(fault: Asked, context: FaultContext): Answer {
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/event-stream'],
      ['Cache-Control', 'no-cache, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ],
    body: streamOf(rounds(fault, context)),
  };
}

async function* rounds(
  { inputRequests, times, before, after, afterNo = {} }: Asked,
  context: FaultContext,
): Pieces {
  const { given, signal } = context;
  const say = (items: readonly EventItem[]): Pieces =>
    eventPieces({ items, ...PLAIN_EVENTS }, context);
  yield* say(before);
  const requests = isObject(inputRequests) ? Object.values(inputRequests) : [];
  const questions = requests.map((request: unknown) => ({
    id: given.questions.nextId(),
    params: isObject(request) ? request : {},
  }));
  const mayRepeat = times !== 1 || Object.values(afterNo).includes('ask_again');
  let left = times === 'endless' ? Infinity : times;
  for (let round = 1; left > 0 && questions.length > 0; round += 1) {
    const asked = questions.map(({ id, params }) => ({
      id: mayRepeat ? `${id}.${String(round)}` : id,
      params,
    }));
    yield* say(asked.map(({ id, params }) => questionItem(id, params)).concat(asked.map(waitItem)));
    if (signal.aborted) return;
    const refusal = given.questions.refusal(asked.filter(isElicitation).map(({ id }) => id));
    const next = refusal === null ? undefined : afterNo[refusal];
    if (next !== undefined && next !== 'ask_again') {
      yield* say([{ raw: answerText(next, context) }, ...after]);
      return;
    }
    if (next === undefined) left -= 1;
  }
  yield* say([eventItem.parse({ healthy: 'all' }), ...after]);
}

function isElicitation({ params }: { readonly params: object }): boolean {
  return 'method' in params && params.method === ELICITATION;
}

function questionItem(id: string, params: object): EventItem {
  return eventItem.parse({ message: { ...params, jsonrpc: '2.0', id }, event: 'message' });
}

function waitItem({ id }: { readonly id: string }): EventItem {
  return eventItem.parse({ waitForResponse: id });
}

function answerText(answer: Exclude<AfterNo, 'ask_again'>, { arrival }: FaultContext): string {
  const { body } = answerAfterNo(answer, arrival, 'sse');
  return typeof body === 'string' ? body : '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
