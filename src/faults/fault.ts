/**
 * The vocabulary of faults: plain data that says exactly what goes wrong on the wire.
 * Scenarios choose faults; only this folder knows how to perform them (one file a kind).
 */
import type { DelayFault } from './delay.js';
import type { HttpStatusFault } from './http-status.js';
import type { InputRequiredFault } from './input-required.js';
import type { JsonRpcErrorFault } from './jsonrpc-error.js';
import type { ToolErrorFault } from './tool-error.js';

/** Any fault. `kind` names it in `Kitchen-Fault: <scenario>/<kind>` and in the record. */
export type Fault =
  DelayFault | HttpStatusFault | InputRequiredFault | JsonRpcErrorFault | ToolErrorFault;
