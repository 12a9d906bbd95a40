/** Rules are found by what a request says; here each of them is asked, and both must come to the same. */
import * as fc from 'fast-check';
import type { Exchange } from 'mcp-fault-kitchen';
import { expect, it } from 'vitest';
import { chance } from '../../src/scenario/chance.js';
import {
  countKey,
  meansRequest,
  type RequestFacts,
  selectsMatch,
} from '../../src/scenario/targeting.js';
import { reportScript } from '../../src/script/report-script.js';
import { runScript } from '../../src/script/run-script.js';
import { type Script, scriptSchema } from '../../src/script/script-schema.js';
import { makeExchange } from '../support/make-exchange.js';

const SEED = 7;

const methods = ['tools/call', 'tools/list', 'other'];
const names = ['echo', 'a\nb', 'other'];
const match = fc.constantFrom<unknown>(
  'v',
  1,
  null,
  { prefix: 'v' },
  { glob: '*w' },
  { exists: false },
);
const oneOrTwo = (values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 }));

const fields = {
  method: oneOrTwo(methods.slice(0, 2)),
  name: oneOrTwo(names.slice(0, 2)),
  verb: fc.constantFrom('POST', 'GET'),
  era: fc.constantFrom('modern', 'legacy'),
  kind: fc.constant('request'),
  round: fc.constantFrom(1, 2),
  header: fc.dictionary(fc.constantFrom('X-A', 'x-b'), match, { minKeys: 1 }),
  argument: fc.dictionary(fc.constantFrom('t', '/t'), match, { minKeys: 1 }),
  per: fc.constantFrom('name', 'header:x-a'),
  nth: fc.constantFrom(1, 2, [2, 3]),
  from: fc.constantFrom(2, 3),
  every: fc.constantFrom(2, 3),
  times: fc.constant(1),
  probability: fc.constant(0.5),
};

/** Few fields each, or hardly any rule would mean any request. */
const on = fc
  .subarray(Object.keys(fields) as (keyof typeof fields)[], { maxLength: 3 })
  .chain((keys) => fc.record(fields, { requiredKeys: keys }).map((all) => pick(all, keys)));

function pick(all: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key)));
}

const rules = fc.array(on, { minLength: 1, maxLength: 30 });

const requests = fc.array(
  fc.record({
    verb: fc.constantFrom('POST', 'GET'),
    method: fc.constantFrom(...methods, null),
    name: fc.constantFrom(...names, null),
    era: fc.constantFrom('modern' as const, 'legacy' as const),
    round: fc.constantFrom(1, 2),
    kind: fc.constantFrom('request' as const, 'none' as const),
    headers: fc.constantFrom([], [['x-a', 'v']], [['X-B', 'vw'] as const]),
    params: fc.constantFrom(null, { arguments: { t: 'v' } }, { arguments: { t: 1 } }),
  }),
  { minLength: 1, maxLength: 15 },
);

const facts = (request: object): RequestFacts => ({
  ...makeExchange().facts,
  ...request,
});

function scriptOf(ons: readonly object[]): Script {
  const doing = (index: number): object => ({ http_status: { status: 400 + index } });
  const id = (index: number): string => `rule-${String(index + 1)}`;
  return scriptSchema.parse({
    rules: ons.map((each, index) => ({ id: id(index), on: each, do: doing(index) })),
  });
}

/** The status that each request gets, and what each rule has counted. */
function plainly({ rules: all }: Script, sent: readonly RequestFacts[]): readonly unknown[] {
  const counts = all.map(() => new Map<string, { met: number; struck: number }>());
  const statuses = sent.map((request) => {
    let decided: number | undefined;
    for (const [index, rule] of all.entries()) {
      if (!meansRequest(rule.on, request)) continue;
      const key = countKey(rule.on, request);
      const count = counts[index]?.get(key) ?? { met: 0, struck: 0 };
      counts[index]?.set(key, count);
      count.met += 1;
      const luck = {
        random: () => chance(SEED, `rule-${String(index + 1)}\n0\n${key}`, count.met),
        timesSoFar: count.struck,
      };
      if (!selectsMatch(rule.on, count.met, luck) || decided !== undefined) continue;
      count.struck += 1;
      decided = 400 + index;
    }
    return decided;
  });
  const total = (index: number, what: 'met' | 'struck'): number =>
    [...(counts[index]?.values() ?? [])].reduce((sum, count) => sum + count[what], 0);
  return [
    statuses,
    all.map((_, index) => ({ met: total(index, 'met'), struck: total(index, 'struck') })),
  ];
}

function asRun(script: Script, sent: readonly RequestFacts[]): readonly unknown[] {
  const memory: Exchange['memory'] = new Map();
  const base = makeExchange();
  const snapshot = { ...base.snapshot, seed: SEED };
  const statuses = sent.map((request) => {
    const [fault] = [runScript({ ...base, facts: request, memory, snapshot }, script) ?? []].flat();
    return fault?.kind === 'http_status' ? fault.status : undefined;
  });
  return [statuses, reportScript(memory, script).map(({ met, struck }) => ({ met, struck }))];
}

it('comes to the same as asking every rule about every request', () => {
  fc.assert(
    fc.property(rules, requests, (ons, sent) => {
      const script = scriptOf(ons);
      const all = sent.map(facts);
      expect(asRun(script, all)).toEqual(plainly(script, all));
    }),
    { numRuns: 300 },
  );
});

it('keeps two requests apart whose method and name are one and the same text together', () => {
  const script = scriptOf([{ method: 'tools/call', name: 'echo' }, { name: 'tools/call' }]);
  const sent = [
    facts({ method: 'tools/call', name: 'echo' }),
    facts({ method: 'echo', name: 'tools/call' }),
  ];
  expect(asRun(script, sent)[0]).toEqual([400, 401]);
});

it('does not report that another rule came first where requests were counted apart', () => {
  const script = scriptOf([{ per: 'header:x-a', nth: 2 }]);
  const memory: Exchange['memory'] = new Map();
  for (const value of ['v', 'w']) {
    runScript({ ...makeExchange(), facts: facts({ headers: [['x-a', value]] }), memory }, script);
  }
  expect(reportScript(memory, script)).toEqual([
    {
      rule: 'rule-1',
      met: 2,
      struck: 0,
      note: 'armed, never reached: waiting for the 2nd request, saw 2, never more than 1 counted together',
    },
  ]);
});
