/** Turns faults into what goes out: the only way from a scenario's choice to the wire. */
import type { Answer } from '../exchange/answer.js';
import type { Carriage } from '../wire/carriage.js';
import type { FaultContext, HeadWire } from './fault-kind.js';
import type { Fault } from './fault.js';
import { type AnyKind, kindOf } from './vocabulary.js';

/** What an exchange answers, and when. */
export interface Performed {
  readonly answer: Answer;
  /** Milliseconds from the arrival of the request to the first byte. */
  readonly holdMs: number;
  /** The one that let the request through. */
  readonly spared?: Fault | undefined;
  /** Those that found nothing to change. */
  readonly untouched: readonly Fault[];
  /** Those of which a stream shows only at its end whether they found something. */
  readonly undecided: readonly Undecided[];
}

export interface Undecided {
  readonly fault: Fault;
  /** Never settled for a stream that breaks off. */
  readonly isUntouched: Promise<boolean>;
}

interface Planned {
  readonly fault: never;
  readonly kind: AnyKind;
}

/**
 * What goes out for faults that meet in one answer; without one that says something else the healthy server answers.
 * Throws for what no answer can be made of: a scenario may be plain JavaScript.
 */
export function performFaults(
  faults: readonly Fault[],
  context: FaultContext,
): Performed | Promise<Performed> {
  const planned = faults.flatMap((fault) => plan(fault));
  for (const { kind, fault } of planned) if (kind.stage === 'aside') kind.perform(fault, context);
  const said = planned.find(({ kind }) => kind.stage === 'answer');
  const own = said?.kind.stage === 'answer' ? said.kind.perform(said.fault, context) : null;
  const spared = own === null ? said?.fault : undefined;
  const first = own ?? context.healthy();
  const rest = planned.filter((entry) => entry !== said && entry.kind.stage !== 'aside');
  if (first instanceof Promise || rest.length > 0) return finish(first, rest, context, spared);
  return { answer: sendable(first), holdMs: 0, spared, untouched: [], undecided: [] };
}

async function finish(
  said: Answer | Promise<Answer>,
  planned: readonly Planned[],
  context: FaultContext,
  spared: Fault | undefined,
): Promise<Performed> {
  let answer = await said;
  let carriage: Carriage | undefined;
  let holdMs = 0;
  const untouched: Fault[] = [];
  const undecided: Undecided[] = [];
  for (const { kind, fault } of planned) {
    if (kind.stage === 'alter') {
      const altered = await kind.perform(fault, answer, context);
      const { isUntouched = altered === answer, ...next } = altered;
      if (isUntouched instanceof Promise) undecided.push({ fault, isUntouched });
      else if (isUntouched) untouched.push(fault);
      answer = next;
    } else if (kind.stage === 'hold') holdMs = Math.max(holdMs, kind.perform(fault, context));
    else if (kind.stage === 'carry') {
      carriage = kind.perform(fault, carriage ?? answer.carriage ?? {}, answer, context);
    }
  }
  return {
    answer: sendable(carriage === undefined ? answer : { ...answer, carriage }),
    holdMs,
    spared,
    untouched,
    undecided,
  };
}

/** For a fault that was chosen by the head of a request, before its body is read. */
export function performAtHead(fault: Fault, wire: HeadWire): void {
  for (const { kind, fault: own } of plan(fault)) {
    if (kind.stage === 'aside') kind.atHead?.(own, wire);
  }
}

/** Stages in which something is done after the answer was said, in order. */
const ORDER = ['aside', 'answer', 'alter', 'hold', 'carry'] as const;

function plan(fault: Fault): readonly Planned[] {
  // The healthy server asks by itself, from the plan that the scenario changed.
  if (fault.kind === 'input_required') return [];
  const kind = kindOf(fault.kind);
  if (kind === undefined) throw new TypeError(`There is no such fault: ${JSON.stringify(fault)}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- found by its own kind
  return [{ fault: fault as never, kind }];
}

/** Faults in the order in which they are performed, whatever the order in which they were written. */
export function inOrder(faults: readonly Fault[]): readonly Fault[] {
  return faults.toSorted((one, other) => rank(one) - rank(other));
}

function rank(fault: Fault): number {
  const stage = kindOf(fault.kind)?.stage;
  return stage === undefined ? 0 : ORDER.indexOf(stage);
}

function sendable(answer: Answer): Answer {
  const { status } = answer;
  if (Number.isInteger(status) && status >= 200 && status <= 599) return answer;
  throw new RangeError(
    `The HTTP status ${String(status)} cannot be sent: choose one of 200 to 599`,
  );
}
