import { expect, it } from 'vitest';
import { reportRule, type RuleCount } from '../../src/scenario/rule-report.js';
import type { On } from '../../src/scenario/targeting.js';

const NEVER: RuleCount = { met: 0, struck: 0 };
const noteOf = (on: On, count: RuleCount): string | null => reportRule('r', on, count).note;

it.each<[On, string]>([
  [{}, 'a request'],
  [{ method: 'tools/call' }, 'a `tools/call`'],
  [{ method: 'tools/call', verb: 'GET', kind: 'request' }, 'a `tools/call` by `GET` by `request`'],
  [{ name: ['add', 'echo'], era: 'modern' }, 'a request of add or echo in the modern era'],
  [{ method: ['a', 'b'], nth: 3 }, 'the 3rd `a` or `b`'],
])('says for which requests a rule waits: %j', (on, what) => {
  expect(noteOf(on, NEVER)).toBe(`armed, never reached: waiting for ${what}, saw none`);
});

it.each<[On, string]>([
  [{ argument: { text: 'zzz' } }, 'with argument text = zzz'],
  [
    { argument: { text: '1', '/n': 1, a: 'b c' } },
    'with argument text = "1" and with argument /n = 1 and with argument a = "b c"',
  ],
  [
    { header: { 'x-no': { exists: true }, a: { exists: false } } },
    'with header x-no and without header a',
  ],
  [{ meta: { k: { prefix: 'v' }, l: { glob: '*w' } } }, 'with meta k = v* and with meta l = *w'],
  [{ after: '1h' }, 'later than 1 h after the session began'],
  [{ after: 500 }, 'later than 500 ms after the session began'],
  [{ connection: [1, 9] }, 'on the 1st or 9th connection'],
  [{ page: 2, round: 3 }, 'in round 3 for page 2'],
])('says all of what a rule asks for, and what came instead: %j', (fields, words) => {
  const on = { method: 'tools/call', ...fields };
  const waiting = `armed, never reached: waiting for a \`tools/call\` ${words}, `;
  expect(noteOf(on, { ...NEVER, near: 3 })).toBe(`${waiting}saw 3 \`tools/call\`, none that fits`);
  expect(noteOf(on, { ...NEVER, near: 0 })).toBe(`${waiting}saw no \`tools/call\``);
  expect(noteOf(on, NEVER)).toBe(`${waiting}and no request fitted all of it`);
});

it('counts in words', () => {
  const on = { argument: { a: 1 }, nth: 2 };
  expect(noteOf(on, { met: 1, struck: 0 })).toMatch(/the 2nd request with argument a = 1, saw 1$/);
  expect(noteOf({ argument: { a: 1 } }, { ...NEVER, near: 1 })).toMatch(/saw 1 request, none that/);
  expect(noteOf({ argument: { a: 1 } }, { ...NEVER, near: 2 })).toMatch(
    /saw 2 requests, none that/,
  );
  expect(noteOf({ probability: 0.1 }, { met: 2, struck: 0 })).toBe(
    'chance never struck (saw 2 requests)',
  );
});

it('does not say that another rule came first where requests were counted apart', () => {
  const on = { per: 'argument:city', nth: 2 };
  expect(noteOf(on, { met: 2, struck: 0, highest: 1 })).toBe(
    'armed, never reached: waiting for the 2nd request, saw 2, never more than 1 counted together',
  );
});
