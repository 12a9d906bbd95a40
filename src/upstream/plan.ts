/** What the healthy server offers in one session: data that a scenario may change before the SDK serves it. */
import type {
  CallToolResult,
  ClientCapabilities,
  GetPromptResult,
  ReadResourceResult,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { Arrival } from '../exchange/message.js';
import type { Snapshot } from '../sessions/session.js';

/** What a handler of the healthy server knows beyond the SDK's own context. */
export interface CallContext {
  readonly arrival: Arrival;
  readonly snapshot: Snapshot;
  readonly sdk: ServerContext;
  /** What the client answered in the dialogue before this call, by key; empty without a dialogue. */
  readonly answers: Readonly<Record<string, DialogueAnswer>>;
  /** What the client says that it can do. */
  readonly declared: ClientCapabilities;
  /** The revisions that the kitchen speaks, newest first. */
  readonly protocolVersions: readonly string[];
  /** Tells listeners of this workspace that a list changed. */
  notify(change: 'tools' | 'prompts' | 'resources' | { readonly resource: string }): void;
}

/** What an entry asks before it answers; `declared` is what the client says that it can do. */
export type OwnDialogue = (
  args: Readonly<Record<string, unknown>>,
  declared: ClientCapabilities,
) => readonly Round[];

export interface ToolEntry {
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use the tool. */
  readonly description: string;
  readonly inputSchema?: StandardSchemaWithJSON;
  readonly outputSchema?: StandardSchemaWithJSON;
  readonly annotations?: ToolAnnotations;
  /** A dialogue held before the tool runs. */
  readonly dialogue?: OwnDialogue;
  /** What a declined or cancelled dialogue ends with: `run` still calls the tool, with the answers (default `refuse`). */
  readonly onDecline?: 'run' | 'refuse';
  handle(
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<CallToolResult> | CallToolResult;
}

export interface ResourceEntry {
  readonly name: string;
  /** A URI, or an RFC 6570 template where `template` is true. */
  readonly uri: string;
  readonly template: boolean;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Completion of the template's variables. */
  readonly complete?: Readonly<Record<string, (value: string) => string[]>>;
  read(
    uri: URL,
    variables: Readonly<Record<string, string | readonly string[]>>,
    context: CallContext,
  ): Promise<ReadResourceResult> | ReadResourceResult;
}

export interface PromptEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly argsSchema?: StandardSchemaWithJSON;
  /** A dialogue held before the prompt is filled in. */
  readonly dialogue?: OwnDialogue;
  get(
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<GetPromptResult> | GetPromptResult;
}

/** What one round of a dialogue asks of the client. */
export type InputAsk =
  | {
      readonly kind: 'form';
      readonly message: string;
      /** A flat JSON Schema object of primitives (client/elicitation). */
      readonly schema: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'url'; readonly message: string; readonly url: string }
  | { readonly kind: 'sampling'; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: 'roots' };

export interface Round {
  readonly requests: Readonly<Record<string, InputAsk>>;
  /** Whether the round carries a `requestState`. */
  readonly state: boolean;
}

/** A bare answer of the client: ElicitResult, CreateMessageResult or ListRootsResult. */
export type DialogueAnswer = Readonly<Record<string, unknown>>;

/** The methods on which `input_required` is legal (basic/patterns/mrtr#supported-requests). */
export type DialogueMethod = 'tools/call' | 'prompts/get' | 'resources/read';

/** A dialogue that a scenario puts in front of a healthy call. */
export interface PlannedDialogue {
  readonly method: DialogueMethod;
  /** Tool name, prompt name or resource URI. */
  readonly name: string;
  readonly rounds: readonly Round[];
  /** Whether this call is meant at all; asked once at the call's first round. */
  readonly applies?: (arrival: Arrival, snapshot: Snapshot) => boolean;
}

/** The catalogue of one session. The maps keep the order in which lists show their entries. */
export interface ServerPlan {
  readonly tools: Map<string, ToolEntry>;
  /** By URI or template. */
  readonly resources: Map<string, ResourceEntry>;
  readonly prompts: Map<string, PromptEntry>;
  /** Dialogues put in front of a call; they come before an entry's own. */
  readonly dialogues: PlannedDialogue[];
}
