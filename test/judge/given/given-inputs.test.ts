import { describe, expect, it } from 'vitest';
import type { RpcMessage } from '../../../src/exchange/message.js';
import { GivenInputs } from '../../../src/judge/given/given-inputs.js';
import { arrivalOf, modernRequest } from '../../support/arrival.js';

const FORM = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Your name',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } },
  },
};
const ROOTS = { method: 'roots/list' };
const accept = (name: string): object => ({ action: 'accept', content: { name } });

function call(
  id: number,
  params: Record<string, unknown> = {},
  capabilities?: Record<string, unknown>,
): RpcMessage {
  const asked = { name: 'echo', arguments: { text: 'hi' }, ...params };
  const options = capabilities === undefined ? { id } : { id, capabilities };
  return arrivalOf(modernRequest('tools/call', asked, options)).rpc;
}

/** One call that was asked for a name, under a state. */
function askedOnce(
  requestState: unknown = 's-1',
  inputRequests: unknown = { k: FORM },
): GivenInputs {
  const inputs = new GivenInputs();
  inputs.give(call(7), { inputRequests, requestState });
  return inputs;
}

function rules(inputs: GivenInputs, rpc: RpcMessage): string[] {
  return inputs.judge(rpc).map(({ rule }) => rule);
}

describe('what comes back from a round', () => {
  it('is right with the state and the keys that were given', () => {
    const rpc = call(8, { requestState: 's-1', inputResponses: { k: accept('a') } });
    expect(rules(askedOnce(), rpc)).toEqual([]);
    expect(askedOnce().roundOf(rpc)).toBe(2);
  });

  it.each(['', 'null', '{"a":1,"a":2}', ' s ', 'a\r\nb', '\u0000', '\ud83d', 'e\u0301'])(
    'is right with a state like %j exactly as it was',
    (requestState) => {
      const rpc = call(8, { requestState, inputResponses: { k: accept('a') } });
      expect(rules(askedOnce(requestState), rpc)).toEqual([]);
    },
  );

  it.each<[string, Record<string, unknown>, string[]]>([
    ['another state', { requestState: 's-2', inputResponses: { k: accept('a') } }, ['C-MRTR-06']],
    ['no state', { inputResponses: { k: accept('a') } }, ['C-MRTR-06']],
    ['a key missing', { requestState: 's-1' }, ['C-MRTR-04']],
    [
      'a key of its own',
      { requestState: 's-1', inputResponses: { k: accept('a'), x: accept('a') } },
      ['C-MRTR-02'],
    ],
    [
      'content that breaks the schema',
      { requestState: 's-1', inputResponses: { k: accept('too long') } },
      ['C-ELIC-25'],
    ],
    [
      'other arguments',
      { requestState: 's-1', inputResponses: { k: accept('a') }, arguments: { text: 'ho' } },
      ['C-MRTR-11'],
    ],
  ])('is wrong with %s', (_what, params, expected) => {
    expect(rules(askedOnce(), call(8, params))).toEqual(expected);
  });

  it('is wrong under the id of the call', () => {
    const rpc = call(7, { requestState: 's-1', inputResponses: { k: accept('a') } });
    expect(rules(askedOnce(), rpc)).toEqual(['C-MRTR-09']);
  });

  it('is wrong with a state that the newest round did not give', () => {
    const inputs = askedOnce();
    const second = call(8, { requestState: 's-1', inputResponses: { k: accept('a') } });
    inputs.give(second, { inputRequests: { l: ROOTS }, requestState: undefined });
    const inputResponses = { l: { roots: [] } };
    expect(rules(inputs, call(9, { inputResponses }))).toEqual([]);
    expect(inputs.roundOf(call(9, { inputResponses }))).toBe(3);
    expect(rules(inputs, call(9, { requestState: 's-1', inputResponses }))).toEqual(['C-MRTR-08']);
  });

  it('is wrong with the state of an earlier round', () => {
    const inputs = askedOnce('s-1');
    const second = call(8, { requestState: 's-1', inputResponses: { k: accept('a') } });
    inputs.give(second, { inputRequests: { k: FORM }, requestState: 's-2' });
    const inputResponses = { k: accept('a') };
    expect(rules(inputs, call(9, { requestState: 's-1', inputResponses }))).toEqual(['C-MRTR-06']);
    expect(rules(inputs, call(9, { requestState: 's-2', inputResponses }))).toEqual([]);
  });

  it('is wrong with the keys of a parallel call, and right with its own', () => {
    const inputs = askedOnce('s-a', { a: ROOTS });
    inputs.give(call(8), { inputRequests: { b: ROOTS }, requestState: 's-b' });
    const roots = { roots: [] };
    expect(rules(inputs, call(9, { requestState: 's-a', inputResponses: { a: roots } }))).toEqual(
      [],
    );
    expect(rules(inputs, call(9, { requestState: 's-b', inputResponses: { b: roots } }))).toEqual(
      [],
    );
    expect(rules(inputs, call(9, { requestState: 's-a', inputResponses: { b: roots } }))).toEqual([
      'C-MRTR-04',
      'C-MRTR-10',
    ]);
  });

  it('is wrong for another tool', () => {
    const rpc = call(8, { name: 'add', requestState: 's-1', inputResponses: { k: accept('a') } });
    expect(rules(askedOnce(), rpc)).toEqual(['C-MRTR-10']);
  });

  it('is wrong where the round was not legal', () => {
    const inputs = new GivenInputs();
    const list = (params: object): RpcMessage =>
      arrivalOf(modernRequest('tools/list', { ...params })).rpc;
    inputs.give(list({}), { inputRequests: { r: ROOTS }, requestState: 'bait' });
    const rpc = list({ requestState: 'bait', inputResponses: { r: { roots: [] } } });
    expect(rules(inputs, rpc)).toEqual(['C-MRTR-14']);
  });

  it.each<[string, object, object, Record<string, unknown>]>([
    ['a form', FORM, accept('a'), {}],
    ['a form where only URLs are declared', FORM, accept('a'), { elicitation: { url: {} } }],
    [
      'a URL where only forms are declared',
      { method: 'elicitation/create', params: { mode: 'url' } },
      { action: 'accept' },
      { elicitation: {} },
    ],
    [
      'sampling with tools where only sampling is declared',
      { method: 'sampling/createMessage', params: { tools: [] } },
      { role: 'assistant', model: 'm', content: {} },
      { sampling: {} },
    ],
    ['roots', ROOTS, { roots: [] }, {}],
    ['an unknown method', { method: 'foo/bar' }, { action: 'accept' }, { elicitation: {} }],
    [
      'an unknown mode',
      { method: 'elicitation/create', params: { mode: 'voice' } },
      { action: 'accept' },
      { elicitation: {} },
    ],
  ])('is wrong where it answers %s', (_what, request, answer, capabilities) => {
    const inputs = askedOnce('s-1', { k: request });
    const rpc = call(8, { requestState: 's-1', inputResponses: { k: answer } }, capabilities);
    expect(rules(inputs, rpc)).toEqual(['C-MRTR-16']);
    const declined = { requestState: 's-1', inputResponses: { k: { action: 'decline' } } };
    expect(rules(inputs, call(8, declined, capabilities))).toEqual([]);
  });

  it('is not judged where the healthy server asked', () => {
    const own = `session-1.1.v1.${'x'.repeat(40)}`;
    const rpc = call(8, { requestState: own, inputResponses: { name: accept('a') } });
    expect(askedOnce().isJudge(rpc)).toBe(false);
    expect(new GivenInputs().isJudge(rpc)).toBe(false);
  });
});

describe('what is remembered of rounds', () => {
  it('is bounded, and never forgets the newest', () => {
    const inputs = new GivenInputs();
    const long = { k: { ...FORM, pad: 'x'.repeat(15_000_000) } };
    for (const requestState of ['s-1', 's-2']) {
      inputs.give(call(7), { inputRequests: long, requestState });
    }
    const answer = (requestState: string): RpcMessage =>
      call(8, { requestState, inputResponses: { k: accept('a') } });
    expect(inputs.roundOf(answer('s-1'))).toBeNull();
    expect(inputs.roundOf(answer('s-2'))).toBe(2);
  });
});
