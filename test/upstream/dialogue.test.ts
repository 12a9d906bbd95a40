import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readStateSession } from '../../src/upstream/dialogue-state.js';
import type { DialogueMethod, Round, ServerPlan } from '../../src/upstream/plan.js';
import { createSdkUpstream } from '../../src/upstream/sdk-upstream.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Json } from '../support/mcp.js';
import { type SendOptions, type Served, UpstreamClient } from '../support/upstream-client.js';

const HOUR = 3_600_000;
const clock = new FakeClock(Date.now());
let upstream: Upstream;
let client: UpstreamClient;

beforeAll(() => {
  upstream = createSdkUpstream({ serverInfo: { name: 'kitchen', version: '1' }, clock });
});
beforeEach(() => {
  client = new UpstreamClient(upstream);
});
afterAll(async () => {
  await upstream.close();
});

const FORM = {
  kind: 'form',
  message: 'Go on?',
  schema: {
    type: 'object',
    properties: { ok: { type: 'boolean' }, why: { type: 'string', minLength: 2 } },
    required: ['ok'],
  },
} as const;
const yes = { action: 'accept', content: { ok: true } };
const echo = { name: 'echo', arguments: { text: 'hi' } };
const form = (key: string, state = true): Round => ({ requests: { [key]: FORM }, state });

function planWith(
  rounds: readonly Round[],
  method: DialogueMethod = 'tools/call',
  name = 'echo',
): ServerPlan {
  const plan = upstream.plan();
  plan.dialogues.push({ method, name, rounds });
  return plan;
}

async function call(params: object, options: SendOptions = {}): Promise<Served> {
  return await client.send('tools/call', { ...echo, ...params }, options);
}

const textOf = ({ reply }: Served): string => reply.result.content.at(-1).text;
const rules = ({ call: { findings } }: Served): string[] => findings.map(({ rule }) => rule);

const formPlan = (): ServerPlan => planWith([form('a')]);
const begin = async (): Promise<string> =>
  (await call({}, { plan: formPlan() })).reply.result.requestState;

/** What a refused state looks like, with the rule that it broke. */
async function refusal(served: Promise<Served>): Promise<object> {
  const result = await served;
  const { code, message } = result.reply.error;
  return { status: result.answer.status, code, message, rules: rules(result) };
}
const refusedFor = (rule: string): object => ({
  status: 200,
  code: -32602,
  message: 'Invalid or expired requestState',
  rules: [rule],
});

async function answerTo(round: Round, inputResponses: object): Promise<Served> {
  const plan = planWith([round]);
  const { requestState } = (await call({}, { plan })).reply.result;
  return await call(
    { inputResponses, ...(requestState === undefined ? {} : { requestState }) },
    { plan },
  );
}

describe('the tool ask', () => {
  const ask = { name: 'ask', arguments: { subject: 'lunch' } };

  it.each([
    [
      { action: 'accept', content: { name: 'Ada', approved: true } },
      { action: 'accept', name: 'Ada', approved: true },
    ],
    [{ action: 'decline' }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ])('returns a normal result for %o', async (approval, expected) => {
    const first = await client.send('tools/call', ask);
    const { inputRequests, requestState, resultType } = first.reply.result;
    expect(resultType).toBe('input_required');
    expect(inputRequests.approval).toMatchObject({
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Do you approve lunch?' },
    });
    expect(first.call.waiting.size).toBe(1);
    expect(first.call.faults).toEqual([]);

    const second = await client.send('tools/call', {
      ...ask,
      requestState,
      inputResponses: { approval },
    });
    expect(second.reply.result.isError).toBeUndefined();
    expect(second.reply.result.structuredContent).toEqual(expected);
    expect(second.reply.result.content).toHaveLength(1);
    expect(second.call.waiting.size).toBe(0);
    expect(second.call.findings).toEqual([]);
  });

  it('may ask again after another dialogue that a scenario put before it', async () => {
    const plan = planWith([form('approval')], 'tools/call', 'ask');
    const first = await client.send('tools/call', ask, { plan });
    const second = await client.send(
      'tools/call',
      {
        ...ask,
        requestState: first.reply.result.requestState,
        inputResponses: { approval: yes },
      },
      { plan },
    );
    expect(second.reply.result.inputRequests.approval.params.message).toBe('Do you approve lunch?');
    const approval = { action: 'accept', content: { name: 'Ada', approved: false } };
    const last = await client.send(
      'tools/call',
      {
        ...ask,
        requestState: second.reply.result.requestState,
        inputResponses: { approval },
      },
      { plan },
    );
    expect(last.reply.result.structuredContent).toMatchObject({ name: 'Ada', approved: false });
    expect(textOf(last)).toContain('- approval: {"action":"accept","content":{"ok":true}}');
  });
});

describe('a dialogue before a call', () => {
  it('asks, records what it injected, and ends with the healthy result and the answers', async () => {
    const plan = planWith([form('a')]);
    const first = await call({}, { plan });
    const { requestState, inputRequests } = first.reply.result;
    expect(Object.keys(inputRequests)).toEqual(['a']);
    expect(first.call.faults).toEqual([
      { kind: 'input_required', round: 1, keys: ['a'], state: true },
    ]);
    expect([...first.call.waiting.values()]).toEqual([clock.now() + HOUR]);
    expect(readStateSession(requestState)).toEqual({ session: 'session-1', round: 1 });

    const last = await call({ requestState, inputResponses: { a: yes } }, { plan });
    expect(last.reply.result.content[0]).toEqual({ type: 'text', text: 'hi' });
    expect(textOf(last)).toContain('- a: {"action":"accept","content":{"ok":true}}');
    expect(last.call.faults).toEqual([]);
    expect(last.call.findings).toEqual([]);
    expect(last.call.waiting.size).toBe(0);
  });

  it.each(['decline', 'cancel'])(
    'ends at once with %s, and the tool does not run',
    async (action) => {
      const plan = planWith([form('a'), form('b')]);
      const { requestState } = (await call({}, { plan })).reply.result;
      const last = await call({ requestState, inputResponses: { a: { action } } }, { plan });
      expect(last.reply.result.isError).toBe(true);
      expect(last.reply.result.content).toHaveLength(1);
      expect(textOf(last)).toMatch(/"a", so the tool echo did not run/);
      expect(last.call.waiting.size).toBe(0);
    },
  );

  it('asks forms, URLs, sampling and roots together', async () => {
    const plan = planWith([
      {
        state: true,
        requests: {
          f: FORM,
          u: { kind: 'url', message: 'Look', url: 'https://example.com/' },
          s: {
            kind: 'sampling',
            params: {
              maxTokens: 10,
              messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
            },
          },
          r: { kind: 'roots' },
        },
      },
    ]);
    const { requestState, inputRequests } = (await call({}, { plan })).reply.result;
    expect(Object.values<Json>(inputRequests).map(({ method }) => method)).toEqual([
      'elicitation/create',
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    const inputResponses = {
      f: yes,
      u: { action: 'accept' },
      s: { role: 'assistant', model: 'm', content: { type: 'text', text: 'yo' } },
      r: { roots: [{ uri: 'file:///tmp' }] },
    };
    const last = await call({ requestState, inputResponses }, { plan });
    expect(textOf(last)).toContain('- r: {"roots":[{"uri":"file:///tmp"}]}');
  });

  it('goes through several rounds, each with a state of its own', async () => {
    const plan = planWith([form('a'), { requests: {}, state: true }, form('c')]);
    const one = (await call({}, { plan })).reply.result;
    const second = await call(
      { requestState: one.requestState, inputResponses: { a: yes } },
      { plan },
    );
    const two = second.reply.result;
    expect(two).not.toHaveProperty('inputRequests');
    expect(readStateSession(two.requestState)?.round).toBe(2);
    expect(second.call.faults).toEqual([
      { kind: 'input_required', round: 2, keys: [], state: true },
    ]);
    const three = (await call({ requestState: two.requestState }, { plan })).reply.result;
    expect(Object.keys(three.inputRequests)).toEqual(['c']);
    const last = await call(
      { requestState: three.requestState, inputResponses: { c: yes } },
      { plan },
    );
    expect(textOf(last)).toMatch(/- a: .*\n- c: /);
  });

  it('without state, knows a round by its keys, and nothing waits', async () => {
    const plan = planWith([form('a', false), form('b', false)]);
    const first = await call({}, { plan });
    expect(first.reply.result).not.toHaveProperty('requestState');
    expect(first.call.waiting.size).toBe(0);
    const second = await call({ inputResponses: { a: yes } }, { plan });
    expect(Object.keys(second.reply.result.inputRequests)).toEqual(['b']);
    const last = await call({ inputResponses: { b: yes } }, { plan });
    expect(last.reply.result.content[0].text).toBe('hi');
    expect(last.call.findings).toEqual([]);
  });

  it('is held only for the calls that it applies to', async () => {
    const plan = upstream.plan();
    plan.dialogues.push({
      method: 'tools/call',
      name: 'echo',
      rounds: [form('a')],
      applies: (_arrival, { counters }) => counters.call === 2,
    });
    const nth = (value: number | null): SendOptions => ({
      plan,
      snapshot: { counters: { post: 1, method: 1, call: value, round: null } },
    });
    expect((await call({}, nth(1))).reply.result.resultType).toBe('complete');
    const { requestState } = (await call({}, nth(2))).reply.result;
    const last = await call({ requestState, inputResponses: { a: yes } }, nth(null));
    expect(last.reply.result.resultType).toBe('complete');
  });

  it('works before a prompt', async () => {
    const plan = planWith([form('a')], 'prompts/get', 'check_connection');
    const get = { name: 'check_connection' };
    const { requestState } = (await client.send('prompts/get', get, { plan })).reply.result;
    const answer = async (a: object): Promise<Served> =>
      await client.send('prompts/get', { ...get, requestState, inputResponses: { a } }, { plan });
    const { messages } = (await answer(yes)).reply.result;
    expect(messages).toHaveLength(2);
    expect(messages[1].content.text).toContain('- a: ');
  });

  it('works before a resource, and a decline says so', async () => {
    const uri = 'kitchen://recipes/soup';
    for (const name of [uri, 'kitchen://recipes/{dish}']) {
      const plan = planWith([form('a')], 'resources/read', name);
      const first = (await client.send('resources/read', { uri }, { plan })).reply.result;
      expect(first.resultType).toBe('input_required');
      expect(first).not.toHaveProperty('ttlMs');
      const last = await client.send(
        'resources/read',
        {
          uri,
          requestState: first.requestState,
          inputResponses: { a: { action: 'decline' } },
        },
        { plan },
      );
      expect(last.reply.result.contents).toEqual([
        expect.objectContaining({ text: expect.stringContaining('declined') }),
      ]);
    }
  });
});

describe('a capability that the client did not declare', () => {
  it.each([
    [form('a'), {}, { elicitation: { form: {} } }],
    [
      { requests: { u: { kind: 'url', message: 'm', url: 'https://e.com' } }, state: true },
      { elicitation: {} },
      { elicitation: { url: {} } },
    ],
    [{ requests: { r: { kind: 'roots' } }, state: false }, {}, { roots: {} }],
  ] as const)('is refused with -32021 and nothing waits', async (round, capabilities, required) => {
    const served = await call({}, { plan: planWith([round]), capabilities });
    expect(served.answer.status).toBe(400);
    expect(served.reply.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: required },
    });
    expect(served.call.waiting.size).toBe(0);
  });
});

describe('a requestState that is not what it should be', () => {
  it.each([
    ['cut', (state: string) => state.slice(0, -4)],
    ['changed', (state: string) => state.replace(/\.v1\../, '.v1.X')],
    ['another round in clear', (state: string) => state.replace('.1.', '.2.')],
    ['another session in clear', (state: string) => state.replace('session-1', 'session-2')],
    ['foreign', () => 'what-another-server-gave'],
    ['empty', () => ''],
  ])('%s is refused', async (_what, change) => {
    const requestState = change(await begin());
    const answers = { requestState, inputResponses: { a: yes } };
    expect(await refusal(call(answers, { plan: formPlan() }))).toEqual(refusedFor('C-MRTR-06'));
  });

  it('of another session is refused', async () => {
    const requestState = await begin();
    const snapshot = { session: 'session-2' };
    const answers = { requestState, inputResponses: { a: yes } };
    expect(await refusal(call(answers, { plan: formPlan(), snapshot }))).toEqual(
      refusedFor('C-MRTR-10'),
    );
  });

  it('of other arguments is refused, whatever their order', async () => {
    const requestState = await begin();
    const answers = { requestState, inputResponses: { a: yes } };
    const args = { arguments: { text: 'other' } };
    expect(await refusal(call({ ...args, ...answers }, { plan: formPlan() }))).toEqual(
      refusedFor('C-MRTR-11'),
    );
  });

  it('of the same arguments in another order is taken', async () => {
    const added = planWith([form('a')], 'tools/call', 'add');
    const add = (args: object, more: object = {}): Promise<Served> =>
      client.send('tools/call', { name: 'add', arguments: args, ...more }, { plan: added });
    const { requestState } = (await add({ a: 1, b: 2 })).reply.result;
    const last = await add({ b: 2, a: 1 }, { requestState, inputResponses: { a: yes } });
    expect(last.reply.result.structuredContent).toEqual({ sum: 3 });
  });

  it.each([
    ['tools/call', { name: 'picture' }],
    ['tools/call', { name: 'nothing' }],
    ['prompts/get', { name: 'check_connection' }],
    ['resources/read', { uri: 'kitchen://guide' }],
  ])('is refused by %s %o, which never gave it', async (method, params) => {
    const requestState = await begin();
    expect(await refusal(client.send(method, { ...params, requestState }))).toEqual(
      refusedFor('C-MRTR-10'),
    );
  });

  it('is refused when it is older than an hour, and not before', async () => {
    const requestState = await begin();
    const answers = { requestState, inputResponses: { a: yes } };
    clock.advance(HOUR);
    expect((await call(answers, { plan: formPlan() })).reply.result.resultType).toBe('complete');
    clock.advance(1);
    expect(await refusal(call(answers, { plan: formPlan() }))).toEqual(refusedFor('C-MRTR-06'));
  });

  it('is taken again with the same answers, and refused with others', async () => {
    const requestState = await begin();
    const answers = (inputResponses: object): Promise<Served> =>
      call({ requestState, inputResponses }, { plan: formPlan() });
    expect((await answers({ a: yes })).reply.result.content).toHaveLength(2);
    expect((await answers({ a: yes })).reply.result.content).toHaveLength(2);
    expect(await refusal(answers({ a: { action: 'decline' } }))).toEqual(refusedFor('C-MRTR-10'));
  });

  it('leaves an answered round in the middle as it was answered', async () => {
    const two = planWith([form('a'), form('b')]);
    const { requestState } = (await call({}, { plan: two })).reply.result;
    const answers = (a: object): Promise<Served> =>
      call({ requestState, inputResponses: { a } }, { plan: two });
    expect(Object.keys((await answers(yes)).reply.result.inputRequests)).toEqual(['b']);
    expect(Object.keys((await answers(yes)).reply.result.inputRequests)).toEqual(['b']);
    expect(await refusal(answers({ action: 'cancel' }))).toEqual(refusedFor('C-MRTR-10'));
  });

  it('keeps no more than a thousand answered rounds in mind', async () => {
    for (let i = 0; i < 1_000; i += 1) client.session.dialogues.seen.set(`old ${i}`, 'x');
    const requestState = await begin();
    await call({ requestState, inputResponses: { a: yes } }, { plan: formPlan() });
    expect(client.session.dialogues.seen.size).toBe(1_000);
    expect(client.session.dialogues.seen.has('old 0')).toBe(false);
  });

  it('dropped by the client, starts round one', async () => {
    await begin();
    const again = await call({ inputResponses: { a: yes } }, { plan: formPlan() });
    expect(Object.keys(again.reply.result.inputRequests)).toEqual(['a']);
    expect(rules(again)).toEqual(['C-MRTR-06']);
  });
});

describe('answers', () => {
  const TWO: Round = { requests: { a: FORM, b: FORM }, state: true };

  it('to keys that nobody asked are ignored', async () => {
    const served = await answerTo(form('a'), { a: yes, z: yes });
    expect(textOf(served)).toMatch(/- a: [^\n]*$/);
    expect(rules(served)).toEqual(['C-MRTR-02']);
  });

  it('that are missing are asked again, and those that came are kept', async () => {
    const plan = planWith([TWO]);
    const { requestState } = (await call({}, { plan })).reply.result;
    const second = await call({ requestState, inputResponses: { b: yes } }, { plan });
    const { inputRequests, requestState: next } = second.reply.result;
    expect(Object.keys(inputRequests)).toEqual(['a']);
    expect(rules(second)).toEqual(['C-MRTR-04']);
    expect(second.call.waiting.size).toBe(1);
    const last = await call({ requestState: next, inputResponses: { a: yes } }, { plan });
    expect(textOf(last)).toMatch(/- b: .*\n- a: /);
  });

  it('that are all missing are asked again as they were', async () => {
    const plan = planWith([TWO]);
    const { requestState } = (await call({}, { plan })).reply.result;
    const second = await call({ requestState }, { plan });
    expect(Object.keys(second.reply.result.inputRequests)).toEqual(['a', 'b']);
    const late = await call({ requestState, inputResponses: { a: yes, b: yes } }, { plan });
    expect(late.reply.result.resultType).toBe('complete');
  });

  it('that are missing without a state are all asked again', async () => {
    const served = await answerTo({ ...TWO, state: false }, { b: yes });
    expect(Object.keys(served.reply.result.inputRequests)).toEqual(['a', 'b']);
  });

  it('that are wrapped count as missing', async () => {
    const wrapped = { method: 'elicitation/create', result: yes };
    const served = await answerTo(form('a'), { a: wrapped });
    expect(Object.keys(served.reply.result.inputRequests)).toEqual(['a']);
    expect(rules(served)).toEqual(['C-MRTR-19', 'C-MRTR-04']);
  });

  const sampling: Round = {
    requests: { s: { kind: 'sampling', params: { maxTokens: 1, messages: [] } } },
    state: true,
  };
  const roots: Round = { requests: { s: { kind: 'roots' } }, state: false };
  const asked = form('s');
  const url: Round = {
    requests: { s: { kind: 'url', message: 'm', url: 'http://e' } },
    state: true,
  };

  it.each([
    [asked, { action: 'maybe' }, 'action', 'C-MRTR-19'],
    [asked, { content: { ok: true } }, 'action', 'C-MRTR-19'],
    [asked, { action: 'accept' }, 'content', 'C-ELIC-25'],
    [asked, { action: 'accept', content: { ok: 'yes' } }, 'content.ok', 'C-ELIC-25'],
    [asked, { action: 'accept', content: { ok: true, why: 'x' } }, 'content.why', 'C-ELIC-25'],
    [asked, { action: 'accept', content: { ok: {} } }, 'content.ok', 'C-MRTR-19'],
    [url, { action: 'open' }, 'action', 'C-MRTR-19'],
    [
      sampling,
      { role: 'system', model: 'm', content: { type: 'text', text: '' } },
      'role',
      'C-MRTR-19',
    ],
    [sampling, { role: 'assistant', content: { type: 'text', text: '' } }, 'model', 'C-MRTR-19'],
    [sampling, { role: 'assistant', model: 'm', content: 'x' }, 'content', 'C-MRTR-19'],
    [roots, { roots: {} }, 'roots', 'C-MRTR-19'],
    [roots, { roots: [{ uri: 'http://x' }] }, 'roots[0].uri', 'C-MRTR-19'],
  ])('%#: to %o, %o is refused at %s', async (round, s, path, rule) => {
    const served = await answerTo(round, { s });
    expect(served.answer.status).toBe(200);
    expect(served.reply).not.toHaveProperty('result');
    expect(served.reply.error).toMatchObject({
      code: -32602,
      data: { reason: 'invalid_input_response', key: 's', path },
    });
    expect(rules(served)).toEqual([rule]);
  });

  it('that were refused can be given right', async () => {
    const plan = planWith([form('a')]);
    const { requestState } = (await call({}, { plan })).reply.result;
    const bad = { action: 'accept', content: { ok: 1 } };
    const refused = await call({ requestState, inputResponses: { a: bad } }, { plan });
    expect(refused.reply.error.code).toBe(-32602);
    expect(refused.call.waiting.size).toBe(1);
    const last = await call({ requestState, inputResponses: { a: yes } }, { plan });
    expect(last.reply.result.resultType).toBe('complete');
  });

  it.each(['prompts/get', 'resources/read'] as const)(
    'that break their schema are refused by %s too',
    async (method) => {
      const name = method === 'prompts/get' ? 'check_connection' : 'kitchen://guide';
      const plan = planWith([form('a', false)], method, name);
      const params = method === 'prompts/get' ? { name } : { uri: name };
      const inputResponses = { a: { action: 'x' } };
      const { reply } = await client.send(method, { ...params, inputResponses }, { plan });
      expect(reply.error).toMatchObject({ code: -32602, data: { key: 'a', path: 'action' } });
    },
  );

  it('to a call that asks nothing are passed over', async () => {
    const { reply } = await call({ inputResponses: { a: yes } });
    expect(reply.result.content).toEqual([{ type: 'text', text: 'hi' }]);
  });
});

describe('readStateSession', () => {
  it.each([
    ['s_-1.12.v1.body.mac', { session: 's_-1', round: 12 }],
    ['s.0.v1', null],
    ['s.x.v1', null],
    ['.1.v1', null],
    ['s.1.', null],
    ['nothing', null],
    ['', null],
  ])('reads %j as %o', (state, expected) => {
    expect(readStateSession(state)).toEqual(expected);
  });
});
