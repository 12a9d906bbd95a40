/**
 * The vocabulary of faults: plain data that says exactly what goes wrong on the wire.
 * Scenarios choose faults; only this folder knows how to perform them (one file a kind).
 */
import type { FaultOf } from './fault-kind.js';
import type { DelayFault } from './message/delay.js';
import type { HttpStatusFault } from './message/http-status.js';
import type { InputRequiredFault } from './message/input-required.js';
import type { JsonRpcErrorFault } from './message/jsonrpc-error.js';
import type { ToolErrorFault } from './message/tool-error.js';
import type { VOCABULARY, VocabularyName } from './vocabulary.js';

type Described = 'delay' | 'http_status' | 'jsonrpc_error' | 'tool_error';

/** Any fault. `kind` names it in `Kitchen-Fault: <scenario>/<kind>` and in the record. */
export type Fault =
  | DelayFault
  | HttpStatusFault
  | InputRequiredFault
  | JsonRpcErrorFault
  | ToolErrorFault
  | {
      readonly [Name in Exclude<VocabularyName, Described>]: FaultOf<(typeof VOCABULARY)[Name]>;
    }[Exclude<VocabularyName, Described>];

/** One fault, or several that meet in one answer, at most one of each kind. */
export type FaultChoice = Fault | readonly Fault[];

/** Several faults of one answer, as they are recorded: `kind` joins theirs with `+`. */
export interface JoinedFault {
  readonly kind: string;
  readonly faults: readonly Fault[];
}

export function joined(faults: readonly Fault[]): Fault | JoinedFault | undefined {
  const [first] = faults;
  if (faults.length <= 1) return first;
  return { kind: faults.map(({ kind }) => kind).join('+'), faults };
}
