/** Performs one fault without an exchange. */
import type { Answer, Fault } from 'mcp-fault-kitchen';
import type { Era, RpcMessage } from '../../src/exchange/message.js';
import { inOrder, performFaults } from '../../src/faults/perform-faults.js';
import { doSchema } from '../../src/script/script-schema.js';
import { arrivalOf } from './arrival.js';
import { faultContext, type FaultScene } from './fault-context.js';

export function performFault(
  fault: Fault,
  { arrival }: { readonly arrival: { readonly rpc: RpcMessage; readonly era: Era } },
): Answer {
  const message = arrivalOf({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  const performed = performFaults([fault], faultContext({ arrival: { ...message, ...arrival } }));
  if (performed instanceof Promise) throw new Error('expected an answer at once');
  return performed.answer;
}

/** What a `do` of a script comes to, say `{ body: { text: 'x' } }`. */
export async function performDo(doing: object, scene: FaultScene = {}): Promise<Answer> {
  const faults = Object.entries(doSchema.parse(doing)).map(
    ([kind, fields]) => ({ kind, ...fields }) as Fault,
  );
  return (await performFaults(inOrder(faults), faultContext(scene))).answer;
}

/** The body as text, read to its end. */
export async function bodyText({ body }: Answer): Promise<string> {
  return body === null ? '' : new Response(body).text();
}
