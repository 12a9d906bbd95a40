/** The healthy server behind one interface: the SDK today, a proxy to a real server later. */
import type { Answer } from '../exchange/answer.js';
import type { Arrival } from '../exchange/message.js';
import type { Fault } from '../faults/fault.js';
import type { Finding } from '../observations/observation.js';
import type { Snapshot } from '../sessions/session.js';
import type { ServerPlan } from './plan.js';
import type { Change } from './serving.js';

/** What the exchange hands to the healthy server, and what it may write down on the way. */
export interface UpstreamCall {
  readonly arrival: Arrival;
  readonly snapshot: Snapshot;
  /** The session's catalogue, as its scenario configured it; undefined means the default catalogue. */
  readonly plan: ServerPlan | undefined;
  /** Aborted when the client goes, the session is ended by hand, or the kitchen shuts down. */
  readonly signal: AbortSignal;
  /** Lasting memory of the session's dialogues. */
  readonly dialogues: DialogueMemory;
  /** Records what a dialogue injected. */
  injected(fault: Fault): void;
  /** Records a rule that the client's request broke. */
  found(finding: Finding): void;
  /** `initialize` was answered with this `Mcp-Session-Id`: it leads to the call's session from now on (2025 era). */
  opened(mcpSessionId: string, protocolVersion: string | null): void;
  /** The client has ended the session by DELETE (2025 era). */
  deleted(): void;
  /** The client has called this call off, and no answer will come (2025 era). */
  cancelled(): void;
  /** Whether nobody waits any more: the answer has gone out, or the client has left. */
  isOver(): boolean;
  /** Whether faults may have asked the client, or named events, on streams of this session (2025 era). */
  isSpokenFor(): boolean;
}

/** What a session remembers of its MRTR dialogues. */
export interface DialogueMemory {
  /** A round was asked; its `requestState` (if any) can be answered until `expiresAt` (ms since the epoch). */
  asked(dialogue: string, expiresAt: number): void;
  /** The dialogue's newest round was answered, or the dialogue is over. */
  answered(dialogue: string): void;
  /** Remembers which answers moved a round on, so that the same answers may come again and others are refused. */
  readonly seen: Map<string, string>;
}

export interface Upstream {
  /** Answers as a healthy server. Never rejects for what a client sent. */
  serve(call: UpstreamCall): Promise<Answer>;
  /** The catalogue that a scenario may change for one session: a fresh copy. */
  plan(): ServerPlan;
  /** Tells the listeners of a workspace, or of one session of it alone, that a list or a resource changed. */
  notify(workspace: string, change: Change, session?: string): void;
  /** Ends the GET stream that is open in this `Mcp-Session-Id`, and nothing else of it. */
  endGetStream(mcpSessionId: string): void;
  /** Nothing leads to this `Mcp-Session-Id` any more: its streams end, and what runs for it stops. */
  closeProtocolSession(mcpSessionId: string): void;
  /** Forgets a workspace; its listen streams get their final result. */
  closeWorkspace(workspace: string): Promise<void>;
  /** Ends all open work; listen streams get their final result. */
  close(): Promise<void>;
}
