import type { Exchange, FaultChoice } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { runScript } from '../../src/script/run-script.js';
import { type Script, scriptSchema } from '../../src/script/script-schema.js';
import { factsOf } from '../../src/scenario/targeting.js';
import { arrivalOf } from '../support/arrival.js';
import { makeExchange } from '../support/make-exchange.js';

function scriptOf(input: object): Script {
  return scriptSchema.parse(input);
}

interface Call {
  readonly method?: string;
  readonly name?: string;
  readonly at?: number;
  readonly args?: object;
  readonly seed?: number;
}

/** A session that sends one request after the other. */
function session(script: Script, seed = 7): (call?: Call) => FaultChoice | undefined {
  const memory: Exchange['memory'] = new Map();
  return ({ method = 'tools/call', name = 'echo', at = 0, args = {} } = {}) => {
    const arrival = {
      ...arrivalOf({ jsonrpc: '2.0', id: 1, method, params: { name, arguments: args } }),
      at,
    };
    const base = makeExchange();
    const snapshot = { ...base.snapshot, seed, startedAt: 0 };
    const { rpc } = arrival;
    const facts = factsOf(arrival, 0);
    return runScript(makeExchange({ arrival, rpc, facts, memory, snapshot }), script);
  };
}

const status = (code: number): object => ({ http_status: { status: code } });
const statusOf = (choice: FaultChoice | undefined): number | undefined => {
  const [fault] = [choice ?? []].flat();
  return fault?.kind === 'http_status' ? fault.status : undefined;
};

describe('rules', () => {
  it('lets the first rule that fits decide, and every rule count its own requests', () => {
    const send = session(
      scriptOf({
        rules: [
          { on: { method: 'tools/call', nth: 2 }, do: status(502) },
          { on: { nth: [2, 3] }, do: status(503) },
        ],
      }),
    );
    const answers = [send(), send(), send(), send()].map(statusOf);
    expect(answers).toEqual([undefined, 502, 503, undefined]);
  });

  it('does not use up a rule that another one came before', () => {
    const send = session(
      scriptOf({
        rules: [
          { on: { nth: 1 }, do: status(502) },
          { on: { times: 1 }, do: status(503) },
        ],
      }),
    );
    expect([send(), send(), send()].map(statusOf)).toEqual([502, 503, undefined]);
  });

  it('joins faults of several kinds in one answer', () => {
    const send = session(
      scriptOf({
        rules: [{ do: { cut: {}, delay: { delayMs: '1s' }, http_status: { status: 500 } } }],
      }),
    );
    const kinds = [send() ?? []].flat().map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['cut', 'delay', 'http_status']);
  });

  it('refuses two faults that both say something else', () => {
    const { error } = scriptSchema.safeParse({
      rules: [{ do: { http_status: { status: 500 }, jsonrpc_error: { code: 1 } } }],
    });
    expect(error?.issues).toMatchObject([{ path: ['rules', 0, 'do', 'jsonrpc_error'] }]);
  });

  it('counts requests apart by an argument', () => {
    const send = session(
      scriptOf({ rules: [{ on: { per: 'argument:city', nth: 2 }, do: status(503) }] }),
    );
    const cities = ['Rome', 'Oslo', 'Rome', 'Oslo', 'Rome'];
    expect(cities.map((city) => statusOf(send({ args: { city } })))).toEqual([
      undefined,
      undefined,
      503,
      503,
      undefined,
    ]);
  });

  it('matches arguments by equality, prefix and glob', () => {
    const send = session(
      scriptOf({
        rules: [
          { on: { argument: { city: 'Rome' } }, do: status(501) },
          { on: { argument: { city: { prefix: 'New ' } } }, do: status(502) },
          { on: { argument: { '/place/name': { glob: 'S*o' } } }, do: status(503) },
          { on: { argument: { city: { exists: false } } }, do: status(504) },
        ],
      }),
    );
    const answers = [
      { city: 'Rome' },
      { city: 'New York' },
      { city: 'x', place: { name: 'Santiago' } },
      {},
      { city: 'x' },
    ].map((args) => statusOf(send({ args })));
    expect(answers).toEqual([501, 502, 503, 504, undefined]);
  });
});

describe('states', () => {
  const outage = scriptOf({
    states: { healed: { after: '10s', goto: 'broken' } },
    rules: [
      { in: 'start', do: status(503) },
      { in: 'start', on: { nth: 2 }, goto: 'healed' },
      { in: 'broken', do: status(500) },
    ],
  });

  it('heal after the second failure, and break again ten seconds later', () => {
    const send = session(outage);
    const answers = [0, 1, 2, 9_999, 10_001, 20_000].map((at) => statusOf(send({ at })));
    expect(answers).toEqual([503, 503, undefined, undefined, 500, 500]);
  });

  it('begin counting anew each time they are entered', () => {
    const send = session(
      scriptOf({
        rules: [
          { in: 'start', on: { nth: 2 }, do: status(503), goto: 'other' },
          { in: 'other', do: status(200), goto: 'start' },
        ],
      }),
    );
    expect([1, 2, 3, 4, 5, 6].map(() => statusOf(send()))).toEqual([
      undefined,
      503,
      200,
      undefined,
      503,
      200,
    ]);
  });

  it('that nothing leads to are refused with their path', () => {
    const { error } = scriptSchema.safeParse({ rules: [{ in: 'nowhere', do: status(500) }] });
    expect(error?.issues).toMatchObject([{ path: ['rules', 0, 'in'] }]);
    expect(error?.issues[0]?.message).toContain('these can be reached: start');
  });
});

describe('chance', () => {
  const half = { on: { probability: 0.5 }, do: status(503) };
  const luck = (script: Script, seed: number): readonly (number | undefined)[] => {
    const send = session(script, seed);
    return Array.from({ length: 40 }, () => statusOf(send()));
  };

  it('gives the same answers for the same seed, and others for another', () => {
    const script = scriptOf({ rules: [half] });
    expect(luck(script, 7)).toEqual(luck(script, 7));
    expect(luck(script, 7)).not.toEqual(luck(script, 8));
    expect(new Set(luck(script, 7))).toEqual(new Set([503, undefined]));
  });

  it('of one rule is not changed by another rule', () => {
    const alone = scriptOf({ rules: [{ id: 'half', ...half }] });
    const beside = scriptOf({
      rules: [
        { id: 'other', on: { method: 'ping', probability: 0.3 }, do: status(500) },
        { id: 'half', ...half },
      ],
    });
    expect(luck(alone, 7)).toEqual(luck(beside, 7));
  });
});

describe('chance of a rule without id', () => {
  const half = { on: { method: 'tools/call', probability: 0.5 }, do: status(503) };
  const other = { on: { method: 'tools/list', probability: 0.5 }, do: status(500) };
  const luck = (rules: readonly object[], wanted = 503): readonly boolean[] => {
    const send = session(scriptOf({ rules }), 42);
    return Array.from({ length: 40 }, () => statusOf(send()) === wanted);
  };

  it.each<[string, readonly object[]]>([
    ['another one before it', [other, half]],
    ['another one behind it', [half, other]],
    [
      'several before it, alike but for chance',
      [
        { on: { method: 'tools/call', probability: 0 }, do: status(500) },
        { on: { method: 'tools/call', probability: 0.1 }, goto: 'start' },
        half,
      ],
    ],
  ])('is not changed by %s', (_what, rules) => {
    expect(luck(rules)).toEqual(luck([half]));
    expect(new Set(luck([half]))).toEqual(new Set([true, false]));
  });

  it('is not changed by what exactly the rule does, nor by the order of its words', () => {
    const edited = { do: status(502), on: { probability: 0.5, method: 'tools/call' } };
    expect(luck([edited], 502)).toEqual(luck([half]));
  });

  it('is another one for each of several rules that say the same', () => {
    expect(luck([half, half])).not.toEqual(luck([half]));
  });

  it('holds for what templates draw, too', () => {
    const drawing = { do: { result: { result: '{{random}}' } } };
    const first = (rules: readonly object[]): unknown => session(scriptOf({ rules }))();
    expect(first([drawing])).toEqual(first([other, drawing]));
  });
});

describe('templates', () => {
  it('fill in what the request says', () => {
    const send = session(
      scriptOf({
        rules: [
          {
            do: {
              result: {
                result: {
                  who: '{{params.arguments.who}}',
                  n: '{{counter}}',
                  text: 'Hi {{params.arguments.who}}!',
                },
              },
            },
          },
        ],
      }),
    );
    send();
    expect(send({ args: { who: { name: 'Ada' } } })).toMatchObject([
      { kind: 'result', result: { who: { name: 'Ada' }, n: 2, text: 'Hi {"name":"Ada"}!' } },
    ]);
  });

  it('stay text where a field is text', () => {
    const send = session(
      scriptOf({
        rules: [
          {
            do: { http_status: { status: 500, body: '{{id}}', headers: { 'X-N': '{{counter}}' } } },
          },
        ],
      }),
    );
    expect(send()).toMatchObject([{ body: '1', headers: { 'X-N': '1' } }]);
  });

  it('give JSON of ids too', () => {
    const send = session(
      scriptOf({ rules: [{ do: { http_status: { status: 500, body: '{{json:id}}' } } }] }),
    );
    expect(send()).toMatchObject([{ body: '1' }]);
  });

  it('read own properties only', () => {
    const send = session(
      scriptOf({
        rules: [{ do: { result: { result: '{{params.arguments.constructor.name}}' } } }],
      }),
    );
    expect(send()).toMatchObject([{ result: null }]);
  });

  it('that put what cannot be sent into a header are an error of the script', () => {
    const send = session(
      scriptOf({
        rules: [
          {
            do: { http_status: { status: 500, headers: { 'X-Who': '{{params.arguments.who}}' } } },
          },
        ],
      }),
    );
    expect(() => send({ args: { who: 'x\r\nEvil: 1' } })).toThrow(/do\.http_status\.headers/);
  });

  it('that do not exist are refused with their path', () => {
    const { error } = scriptSchema.safeParse({
      rules: [{ do: { http_status: { status: 500, body: '{{nothing}}' } } }],
    });
    expect(error?.issues).toMatchObject([{ path: ['rules', 0, 'do', 'http_status', 'body'] }]);
  });

  it('leave other braces as they are', () => {
    const send = session(
      scriptOf({ rules: [{ do: { http_status: { status: 500, body: '{{7*7}} {{ a b }}' } } }] }),
    );
    expect(send()).toMatchObject([{ body: '{{7*7}} {{ a b }}' }]);
  });
});

describe('rules for several methods', () => {
  it('keep their order among those for any method', () => {
    const send = session(
      scriptOf({
        rules: [
          { on: { method: 'tools/list' }, do: status(501) },
          { on: { nth: 2 }, do: status(502) },
          { on: { method: ['tools/call', 'tools/list'] }, do: status(503) },
          { do: status(504) },
        ],
      }),
    );
    const methods = ['tools/call', 'tools/call', 'tools/list', 'prompts/list', 'tools/call'];
    expect(methods.map((method) => statusOf(send({ method })))).toEqual([503, 502, 501, 504, 503]);
  });

  it('are told apart by the name beside the method', () => {
    const send = session(
      scriptOf({
        rules: [
          { on: { method: 'tools/call', name: 'b' }, do: status(501) },
          { on: { method: 'prompts/get', name: ['c', 'd'] }, do: status(502) },
          { on: { name: 'b' }, do: status(503) },
          { on: { verb: 'GET' }, do: status(504) },
          { on: { method: 'tools/call' }, do: status(505) },
        ],
      }),
    );
    const calls = [
      { method: 'tools/call', name: 'b' },
      { method: 'prompts/get', name: 'c' },
      { method: 'prompts/get', name: 'b' },
      { method: 'tools/call', name: 'x' },
      { method: 'prompts/get', name: 'x' },
      { method: 'tools/call', name: 'b' },
    ];
    expect(calls.map((call) => statusOf(send(call)))).toEqual([501, 502, 503, 505, undefined, 501]);
  });

  it('are found however many methods a script names', () => {
    const rules = Array.from({ length: 1_000 }, (_, rule) => ({
      on: {
        method: Array.from({ length: 100 }, (_each, index) => `m-${String(rule)}-${String(index)}`),
      },
      do: status(500 + (rule % 100)),
    }));
    const send = session(scriptOf({ rules }));
    expect(statusOf(send({ method: 'm-7-99' }))).toBe(507);
    for (let rule = 0; rule < 300; rule += 1) send({ method: `m-${String(rule)}-0` });
    expect(statusOf(send({ method: 'm-999-3' }))).toBe(599);
    expect(statusOf(send({ method: 'tools/call' }))).toBeUndefined();
  });
});
