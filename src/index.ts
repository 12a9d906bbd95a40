/** The public face of `mcp-fault-kitchen`: what a scenario imports, and the kitchen itself. */
export { fromJsonSchema } from '@modelcontextprotocol/server';
export { z } from 'zod';
export type { Answer } from './exchange/answer.js';
export type { ClientInfo, Era, HeaderLines, RpcKind, RpcMessage } from './exchange/message.js';
export type { DelayFault } from './faults/message/delay.js';
export type { Fault, FaultChoice } from './faults/fault.js';
export { httpHeaders, httpHeaderValue } from './faults/message/http-headers.js';
export type { HttpStatusFault } from './faults/message/http-status.js';
export type { InputRequiredFault } from './faults/message/input-required.js';
export {
  jsonRpcError,
  type JsonRpcErrorChoice,
  type JsonRpcErrorFault,
} from './faults/message/jsonrpc-error.js';
export type { ToolErrorFault } from './faults/message/tool-error.js';
export type { Exchange, Scenario, ScenarioDefinition, ScenarioGroup } from './scenario/contract.js';
export { defineScenario } from './scenario/define-scenario.js';
export { reportScript } from './script/report-script.js';
export type { RuleReport } from './scenario/rule-report.js';
export { runScript, scriptReadsHead } from './script/run-script.js';
export { checkScript, type Script, scriptFields } from './script/script-schema.js';
export { roundsSchema } from './scenario/rounds-schema.js';
export { ParamsError } from './scenario/params-error.js';
export { requireTarget } from './scenario/require-target.js';
export type { On } from './scenario/targeting.js';
export type { Counters, CounterValues, Snapshot } from './sessions/session.js';
export { durationSchema, toMilliseconds } from './units.js';
export { definePrompt, defineTool } from './upstream/catalogue/entry.js';
export type {
  CallContext,
  DialogueAnswer,
  DialogueMethod,
  InputAsk,
  OwnDialogue,
  PlannedDialogue,
  PromptEntry,
  ResourceEntry,
  Round,
  ServerPlan,
  ToolEntry,
} from './upstream/plan.js';
export { createKitchen } from './kitchen.js';
export {
  type Kitchen,
  type KitchenOptions,
  StartError,
  type WaitOptions,
} from './kitchen-options.js';
export { type FieldError, KitchenError } from './errors.js';
export type { Finding, Observation, ObservationSummary } from './observations/observation.js';
export type { Layer, Outcome } from './observations/outcome.js';
export type {
  KitchenService,
  LiveEvent,
  OrderedSession,
  OrderInput,
  OwnPortInput,
  SavedSelection,
  SelectionInput,
} from './service.js';
export type { EndReason, NewSessionOn, Selection, SessionRecord } from './sessions/session.js';
