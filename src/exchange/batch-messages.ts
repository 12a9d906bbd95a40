/** Takes a batch (2025-03-26) apart, each message with its own part of what arrived. */
import { readElements } from '../json/tokens.js';
import type { Arrival } from './message.js';
import { readMessage } from './read-message.js';

const decoder = new TextDecoder();

/** Each message as if it had come alone, though with the body of all; none where the body is no array. */
export function messagesOfBatch(arrival: Arrival): readonly Arrival[] {
  if (!Array.isArray(arrival.json)) return [];
  const texts = readElements(decoder.decode(arrival.body));
  return arrival.json.map((json: unknown, index) => {
    const rpc = readMessage(texts[index] ?? '', json);
    // A batch holds none.
    return { ...arrival, json, rpc: rpc.kind === 'batch' ? { ...rpc, kind: 'invalid' } : rpc };
  });
}
