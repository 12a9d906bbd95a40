import { expect, it } from 'vitest';
import { doSchema } from '../../src/script/script-schema.js';

const issuesOf = (doing: object): unknown =>
  doSchema.safeParse({ ...doing, edit_text: { before: 'x' } }).error?.issues ?? [];

const long = (bytes: number | 'endless'): object => ({ unit: 'x', bytes });

it.each<[string, object]>([
  ['body', { body: { repeat: long('endless') } }],
  ['body', { body: { repeat: [long(1), { unit: 'x', times: 'endless' }] } }],
  ['events', { events: { items: [{ repeat: 'endless', items: [{ data: 'x' }] }] } }],
  ['events', { events: { items: [{ repeat: 2, items: [{ long: long('endless') }] }] } }],
  ['events', { events: { items: [{ long: long('endless') }] } }],
  ['events', { events: { items: [], end: 'open' } }],
])('%s without end cannot be changed as text: %j', (kind, doing) => {
  expect(issuesOf(doing)).toMatchObject([
    {
      path: ['edit_text'],
      message: `${kind} never ends, and only the text of a whole body can be changed: leave one of them out`,
    },
  ]);
});

it.each<[object]>([
  [{}],
  [{ body: { text: 'x' } }],
  [{ body: { repeat: long(10) } }],
  [{ events: { items: [{ repeat: 3, items: [{ data: 'x' }] }] } }],
])('what ends can be changed as text: %j', (doing) => {
  expect(issuesOf(doing)).toEqual([]);
});
