/** What a kind of fault is: its fields, and the one function that performs it, at its stage of an answer's making. */
import type { z } from 'zod';
import type { Clock } from '../clock.js';
import type { Answer } from '../exchange/answer.js';
import type { Arrival } from '../exchange/message.js';
import type { Given } from '../judge/given/given.js';
import type { Finding } from '../observations/observation.js';
import type { Change } from '../upstream/serving.js';
import type { Carriage } from '../wire/carriage.js';
import type { OwnPort } from '../wire/own-port.js';
import type { Wire } from '../wire/wire.js';

/** What a fault may ask of the exchange that it harms. */
export interface FaultContext {
  readonly arrival: Arrival;
  readonly clock: Clock;
  /** Aborted when the client goes, the session is ended by hand, or the kitchen shuts down. */
  readonly signal: AbortSignal;
  /** The healthy server's answer; the server is asked once, and only if somebody asks. */
  healthy(): Promise<Answer>;
  /** What the healthy server answers to another request in place of this one. */
  healthyFor(arrival: Arrival): Promise<Answer>;
  /** The raw id of another request of the session that is still open; null where none is. */
  readonly foreignId: string | null;
  /** Scheme, host and port by which the client reached the kitchen: `http://127.0.0.1:4242`. */
  readonly origin: string;
  /** The same without TLS (`http`), or at a second port that the kitchen opens for it (`port`). */
  readonly otherOrigin: (which: 'http' | 'port') => Promise<string>;
  /** The port of the session's own; null where it was ordered without one. */
  readonly ownPort: OwnPort | null;
  /** A number in [0, 1), a function of the session's seed, the rule, the match and `what`. */
  random(what: string): number;
  /** What faults of this session gave to the client, which has to come back as it was. */
  readonly given: Given;
  /** The request belongs to the transport of 2024-11-05: rules of Streamable HTTP alone are not for it. */
  carriedByOldTransport(): void;
  /** Records a rule that the client broke. */
  found(finding: Finding): void;
  /** Tells the listeners of the session, in both eras, that a list or a resource changed. */
  notify(change: Change): void;
  /** Whether the request names its session of the 2025 era by an `Mcp-Session-Id` that another one has replaced. */
  readonly hasOldSessionId: boolean;
  /** Another `Mcp-Session-Id` that leads to the same session from now on; null where the request has none. */
  renewSessionId(): string | null;
  /** Ends the GET stream that is open in the `Mcp-Session-Id` of the request (2025 era). */
  endGetStream(): void;
  /** Acts after `ms`, though the exchange may be over by then; not where the session ends before. */
  later(ms: number, act: () => void): void;
}

/**
 * When a fault does its work: `answer` says something else instead of the healthy answer, `alter` changes what is said,
 * `hold` keeps it back, `carry` harms the way it is carried. `aside` leaves the answer alone and does something beside
 * it. One answer can meet a fault of each kind.
 */
export type Stage = 'aside' | 'answer' | 'alter' | 'hold' | 'carry';

/** What can still be done to a request of which only the head has come. */
export type HeadWire = Pick<Wire, 'withholdContinue'>;

interface Kind<Name extends string, Shape extends z.ZodRawShape> {
  readonly kind: Name;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What a script may say about it; every field is described. Strict. */
  readonly fields: z.ZodObject<Shape>;
  /** Its texts are lines of the head as they are: only their author may break them, and nothing that is filled in. */
  readonly writesLines?: true;
  /** Fills in what depends on the request that is answered, so that the record says it. */
  readonly resolve?: (fault: Fields<Shape>, arrival: Arrival) => Fields<Shape>;
}

export type FaultOf<K> =
  K extends Kind<infer Name, infer Shape>
    ? { readonly kind: Name } & z.output<z.ZodObject<Shape>>
    : never;

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export interface AsideKind<Name extends string, Shape extends z.ZodRawShape> extends Kind<
  Name,
  Shape
> {
  readonly stage: 'aside';
  /** Called before the answer is made. */
  readonly perform: (fault: Fields<Shape>, context: FaultContext) => void;
  /** Called before the body of the request is read, where the fault was chosen by its head. */
  readonly atHead?: (fault: Fields<Shape>, wire: HeadWire) => void;
}

export interface AnswerKind<Name extends string, Shape extends z.ZodRawShape> extends Kind<
  Name,
  Shape
> {
  readonly stage: 'answer';
  /** Null where it lets this request through: the healthy server answers, and no such fault is recorded. */
  readonly perform: (
    fault: Fields<Shape>,
    context: FaultContext,
  ) => Answer | Promise<Answer> | null;
}

/** An answer that a fault has been at. */
export interface Altered extends Answer {
  /**
   * The fault found nothing to change: the answer says what it said before, and no such fault is recorded. Of a stream
   * it may be known only where it has ended.
   */
  readonly isUntouched?: boolean | Promise<boolean>;
}

export interface AlterKind<Name extends string, Shape extends z.ZodRawShape> extends Kind<
  Name,
  Shape
> {
  readonly stage: 'alter';
  /** The answer that it was given, where it found nothing to change. */
  readonly perform: (
    fault: Fields<Shape>,
    answer: Answer,
    context: FaultContext,
  ) => Altered | Promise<Altered>;
}

export interface HoldKind<Name extends string, Shape extends z.ZodRawShape> extends Kind<
  Name,
  Shape
> {
  readonly stage: 'hold';
  /** Milliseconds from the arrival of the request to the first byte of the answer; Infinity for never. */
  readonly perform: (fault: Fields<Shape>, context: FaultContext) => number;
}

export interface CarryKind<Name extends string, Shape extends z.ZodRawShape> extends Kind<
  Name,
  Shape
> {
  readonly stage: 'carry';
  readonly perform: (
    fault: Fields<Shape>,
    carriage: Carriage,
    answer: Answer,
    context: FaultContext,
  ) => Carriage;
}

export function asideKind<Name extends string, Shape extends z.ZodRawShape>(
  kind: Omit<AsideKind<Name, Shape>, 'stage'>,
): AsideKind<Name, Shape> {
  return { stage: 'aside', ...kind };
}

export function answerKind<Name extends string, Shape extends z.ZodRawShape>(
  kind: Omit<AnswerKind<Name, Shape>, 'stage'>,
): AnswerKind<Name, Shape> {
  return { stage: 'answer', ...kind };
}

export function alterKind<Name extends string, Shape extends z.ZodRawShape>(
  kind: Omit<AlterKind<Name, Shape>, 'stage'>,
): AlterKind<Name, Shape> {
  return { stage: 'alter', ...kind };
}

export function holdKind<Name extends string, Shape extends z.ZodRawShape>(
  kind: Omit<HoldKind<Name, Shape>, 'stage'>,
): HoldKind<Name, Shape> {
  return { stage: 'hold', ...kind };
}

export function carryKind<Name extends string, Shape extends z.ZodRawShape>(
  kind: Omit<CarryKind<Name, Shape>, 'stage'>,
): CarryKind<Name, Shape> {
  return { stage: 'carry', ...kind };
}
