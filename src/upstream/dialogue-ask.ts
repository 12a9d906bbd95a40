/** Turns what a round asks into the SDK's embedded requests. */
import {
  type CreateMessageRequest,
  type ElicitRequestFormParams,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import type { InputAsk, Round } from './plan.js';

export function askRound(
  round: Round,
  keys: readonly string[],
  requestState: string | undefined,
): InputRequiredResult {
  const asked = keys.flatMap((key) => {
    const ask = round.requests[key];
    return ask === undefined ? [] : [[key, toInputRequest(ask)] as const];
  });
  return inputRequired({
    ...(asked.length > 0 && { inputRequests: Object.fromEntries(asked) }),
    ...(requestState !== undefined && { requestState }),
  });
}

/** The SDK sends what it is given: params that break the schema are the scenario's own business. */
function toInputRequest(ask: InputAsk): InputRequest {
  if (ask.kind === 'form') {
    const { message, schema } = ask;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const requestedSchema = schema as ElicitRequestFormParams['requestedSchema'];
    return inputRequired.elicit({ mode: 'form', message, requestedSchema });
  }
  if (ask.kind === 'url') return inputRequired.elicitUrl({ message: ask.message, url: ask.url });
  if (ask.kind === 'roots') return inputRequired.listRoots();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return inputRequired.createMessage(ask.params as CreateMessageRequest['params']);
}
