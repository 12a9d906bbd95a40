/** A list of tools, prompts or resources that is not as it should be. */
import { z } from 'zod';
import { FaultError } from '../fault-error.js';
import { alterKind, type FaultContext } from '../fault-kind.js';
import { alterMessages } from './alter-messages.js';
import { jsonPointer, patchedValue } from './json-pointer.js';

const entryName = z.string().max(10_000);

const change = z.strictObject({
  name: entryName.describe('Which entry: its name, or its URI.'),
  set: z
    .record(jsonPointer(), z.json())
    .default({})
    .describe('New values by their place in the entry: `{ /description: "" }`.'),
  remove: z.array(jsonPointer()).max(100).default([]).describe('Places that are removed.'),
});

const fields = z.strictObject({
  list: z
    .enum(['tools', 'prompts', 'resources', 'resourceTemplates'])
    .default('tools')
    .describe('Which list. Answers without it stay as they are.'),
  remove: z.array(entryName).max(1_000).default([]).describe('Entries to leave out, by name.'),
  change: z
    .array(change)
    .max(1_000)
    .default([])
    .describe(
      'Entries to change, by name: `[{ name: echo, set: { /description: "" }, remove: [/title] }]`.',
    ),
  add: z.array(z.json()).max(1_000).default([]).describe('Entries to add, sent as they are.'),
  at: z.enum(['start', 'end']).default('end').describe('Where they are added.'),
  repeat: z
    .array(entryName)
    .max(1_000)
    .default([])
    .describe('Entries to send a second time, at the end.'),
  order: z
    .enum(['healthy', 'reverse', 'shuffle'])
    .default('healthy')
    .describe('`shuffle`: another order on every request, the same on every run with one seed.'),
});
type Fields = z.output<typeof fields>;

export const catalogue = alterKind({
  kind: 'catalogue',
  summary:
    'A list of tools, prompts or resources with entries added, changed, removed, doubled or in another order.',
  fields,
  perform: (fault, answer, context) =>
    alterMessages(
      answer,
      {
        which: 'response',
        change: (text, message) => changed(message, fault, context) ?? text,
      },
      context,
    ),
});

function changed(message: unknown, fault: Fields, context: FaultContext): string | undefined {
  const { list } = fault;
  const result = memberOf(message, 'result');
  const entries = memberOf(result, list);
  if (!isObject(message) || !isObject(result) || !Array.isArray(entries)) return undefined;
  const next = entriesOf(entries, fault, context);
  return JSON.stringify({ ...message, result: { ...result, [list]: next } });
}

/** @throws FaultError for a name that no entry has */
function entriesOf(
  healthy: readonly unknown[],
  { remove, change: changes, add, at, repeat, order }: Fields,
  context: FaultContext,
): readonly unknown[] {
  const entries = [...healthy];
  for (const { name, set, remove: places } of changes) {
    const index = indexOf(entries, name);
    const patch = [
      ...Object.entries(set).map(([path, value]) => ({ op: 'add' as const, path, value })),
      ...places.map((path) => ({ op: 'remove' as const, path })),
    ];
    entries[index] = patchedValue(entries[index], patch)?.value;
  }
  const twice = repeat.map((name) => entries[indexOf(entries, name)]);
  for (const name of remove) entries.splice(indexOf(entries, name), 1);
  const all = at === 'start' ? [...add, ...entries] : [...entries, ...add];
  all.push(...twice);
  if (order === 'reverse') return all.toReversed();
  return order === 'shuffle' ? shuffled(all, context) : all;
}

function indexOf(entries: readonly unknown[], name: string): number {
  const index = entries.findIndex((entry) => namesOf(entry).includes(name));
  if (index !== -1) return index;
  const known = entries.map((entry) => namesOf(entry)[0]).join(', ');
  throw new FaultError(`The list has no entry ${JSON.stringify(name)}; it has: ${known}`);
}

function namesOf(entry: unknown): readonly unknown[] {
  return ['name', 'uri', 'uriTemplate'].flatMap((key) => memberOf(entry, key) ?? []);
}

/** Fisher and Yates. */
function shuffled(entries: readonly unknown[], context: FaultContext): readonly unknown[] {
  const left = [...entries];
  const drawn: unknown[] = [];
  while (left.length > 0) {
    const index = Math.floor(context.random(`order ${String(left.length)}`) * left.length);
    drawn.push(...left.splice(index, 1));
  }
  return drawn;
}

function memberOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
