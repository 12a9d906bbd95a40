/** Turns a fault into what goes out: the only way from a scenario's choice to the wire. */
import type { Answer } from '../exchange/answer.js';
import type { Arrival } from '../exchange/message.js';
import type { Fault } from './fault.js';
import { performHttpStatus } from './http-status.js';
import { performJsonRpcError } from './jsonrpc-error.js';
import { performToolError } from './tool-error.js';

/**
 * The answer that a fault puts on the wire; `healthy` where the healthy answer stays as it is. Throws for what no
 * answer can be made of: a scenario may be plain JavaScript.
 */
export function performFault(
  fault: Fault,
  { arrival }: { readonly arrival: Pick<Arrival, 'rpc' | 'era'> },
): Answer | 'healthy' {
  switch (fault.kind) {
    case 'http_status':
      return sendable(performHttpStatus(fault));
    case 'jsonrpc_error':
      return sendable(performJsonRpcError(fault, arrival));
    case 'tool_error':
      return performToolError(fault, arrival);
    // The exchange holds the healthy answer back for `delayMs`.
    case 'delay':
    // The healthy server asks by itself, from the plan that the scenario changed.
    case 'input_required':
      return 'healthy';
    default:
      return refuse(fault);
  }
}

function sendable(answer: Answer): Answer {
  const { status } = answer;
  if (Number.isInteger(status) && status >= 200 && status <= 599) return answer;
  throw new RangeError(
    `The HTTP status ${String(status)} cannot be sent: choose one of 200 to 599`,
  );
}

function refuse(fault: never): never {
  throw new TypeError(`There is no such fault: ${JSON.stringify(fault)}`);
}
