/** The faults of a rule: made once where they are the same for every request, from its templates otherwise. */
import type { Fault } from '../faults/fault.js';
import { FaultError } from '../faults/fault-error.js';
import { kindOf } from '../faults/vocabulary.js';
import { chance } from '../scenario/chance.js';
import type { Exchange } from '../scenario/contract.js';
import { doSchema, type Rule } from './script-schema.js';
import { brokenLine } from './broken-line.js';
import { fillTemplates, hasTemplates } from './templates.js';

type Do = NonNullable<Rule['do']>;

export interface RuleUse {
  readonly exchange: Exchange;
  /** Which match of its rule the request is. */
  readonly counter: number;
  readonly state: string;
}

/**
 * What is returned throws a FaultError where what was filled in cannot be sent, say a line break in a header.
 * @param luck tells the chance of the rule from that of others
 */
export function faultsFor(luck: string, doing: Do): (use: RuleUse) => readonly Fault[] {
  if (hasTemplates(doing)) {
    return (use) =>
      toFaults(filled(luck, doing, use)).map((fault) => resolved(fault, use.exchange));
  }
  const faults = toFaults(doing);
  const isReady = faults.every(({ kind }) => kindOf(kind)?.resolve === undefined);
  if (isReady) return () => faults;
  return ({ exchange }) => faults.map((fault) => resolved(fault, exchange));
}

function filled(luck: string, doing: Do, { exchange, counter, state }: RuleUse): object {
  const random = chance(exchange.snapshot.seed, `${luck}\ntemplates\n${state}`, counter);
  const context = { exchange, counter, state, random };
  const values = fillTemplates(doing, context);
  checkLines(doing, values);
  const checked = doSchema.safeParse(values);
  if (checked.success) return checked.data;
  // A field of text holds a placeholder whose value is something else.
  const asText = doSchema.safeParse(fillTemplates(doing, context, 'text'));
  if (asText.success) return asText.data;
  const [issue] = checked.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw new FaultError(
    `do.${path}: ${issue?.message ?? 'cannot be sent'} (after templates were filled in)`,
  );
}

/** @throws FaultError where a placeholder would begin a line of the head */
function checkLines(doing: Do, values: unknown): void {
  for (const [kind, fields] of Object.entries(doing)) {
    if (kindOf(kind)?.writesLines !== true) continue;
    const path = brokenLine(fields, memberOf(values, kind));
    if (path === null) continue;
    const place = ['do', kind, ...path].join('.');
    throw new FaultError(`${place}: a placeholder must not be filled with a line break`);
  }
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function toFaults(faults: object): readonly Fault[] {
  return Object.entries(faults)
    .filter(([, fields]) => fields !== undefined)
    .map(([kind, fields]: [string, object]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked by the schema of its kind
      return { kind, ...fields } as Fault;
    });
}

function resolved(fault: Fault, exchange: Exchange): Fault {
  const kind = kindOf(fault.kind);
  if (kind?.resolve === undefined) return fault;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- found by its own kind
  return Object.assign({}, fault, kind.resolve(fault as never, exchange.arrival));
}
