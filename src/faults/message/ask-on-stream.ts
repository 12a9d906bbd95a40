/** Asks in the way of the 2025 era: requests on the stream of the call, whose responses the client posts. */
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import type { FaultContext } from '../fault-kind.js';
import type { AskFields } from './ask.js';
import { type EventItem, eventItem } from './event-items.js';
import { eventPieces, PLAIN_EVENTS } from './event-pieces.js';

export function askOnStream(
  {
    inputRequests,
    times,
    before,
    after,
  }: Omit<AskFields, 'inputRequests'> & {
    readonly inputRequests: unknown;
  },
  context: FaultContext,
): Answer {
  const questions = questionsOf(inputRequests, times === 1 ? '' : '.{{n}}', context);
  const rounds: EventItem[] =
    times === 1 || questions.length === 0
      ? questions
      : [eventItem.parse({ repeat: times, items: questions })];
  const items = [...before, ...rounds, eventItem.parse({ healthy: 'all' }), ...after];
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/event-stream'],
      ['Cache-Control', 'no-cache, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ],
    body: streamOf(eventPieces({ items, ...PLAIN_EVENTS }, context)),
  };
}

/** All of them first, then a wait for each response. */
function questionsOf(inputRequests: unknown, suffix: string, { given }: FaultContext): EventItem[] {
  if (typeof inputRequests !== 'object' || inputRequests === null) return [];
  const asked = Object.values(inputRequests).map((request: unknown) => {
    const id = `${given.questions.nextId()}${suffix}`;
    const params = typeof request === 'object' && request !== null ? request : {};
    return { id, message: { ...params, jsonrpc: '2.0', id } };
  });
  return [
    ...asked.map(({ message }) => eventItem.parse({ message, event: 'message' })),
    ...asked.map(({ id }) => eventItem.parse({ waitForResponse: id })),
  ];
}
