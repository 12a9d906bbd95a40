import { describe, expect, it } from 'vitest';
import { Given } from '../../../src/judge/given/given.js';
import { doSchema } from '../../../src/script/script-schema.js';
import { arrivalOf, modernRequest } from '../../support/arrival.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const CALL = modernRequest('tools/call', { name: 'echo' }, { id: 7 });
const ROOTS = { method: 'roots/list' };

async function asked(ask: object, given = new Given()): Promise<string> {
  return bodyText(await performDo({ ask }, { message: CALL, given }));
}

describe('input asked by a result', () => {
  it('has exactly the requests and the state that are given', async () => {
    expect(JSON.parse(await asked({ inputRequests: { r: ROOTS }, requestState: 's' }))).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {
        resultType: 'input_required',
        inputRequests: { r: ROOTS },
        requestState: 's',
        _meta: { 'io.modelcontextprotocol/serverInfo': expect.anything() },
      },
    });
  });

  it('has neither where neither is given', async () => {
    const { result } = JSON.parse(await asked({}));
    expect(Object.keys(result)).toEqual(['resultType', '_meta']);
  });

  it('is sent byte for byte where it is JSON text', async () => {
    const raw = { inputRequests: '{"__proto__": {"a":1},"a":2,"a":3}', requestState: '"\\ud83d"' };
    expect(await asked({ raw })).toContain(
      `"inputRequests":${raw.inputRequests},"requestState":${raw.requestState},`,
    );
  });

  it('can have very many requests, a long state and more members', async () => {
    const text = await asked({ many: 1_000, stateBytes: 5_000, more: { ttlMs: 1 } });
    const { result } = JSON.parse(text);
    expect(Object.keys(result.inputRequests)).toHaveLength(1_000);
    expect(result.requestState).toHaveLength(5_000);
    expect(result.ttlMs).toBe(1);
  });

  it('can stand among other events', async () => {
    const text = await asked({ before: [{ comment: 'one' }], after: [{ comment: 'two' }] });
    expect(text).toMatch(/^:one\nevent: message\ndata: \{.*\}\n\n:two\n$/);
  });

  it('is known when it comes back', async () => {
    const given = new Given();
    await asked({ inputRequests: { r: ROOTS }, requestState: 's' }, given);
    const retry = (requestState: string): ReturnType<Given['judge']> => {
      const params = { name: 'echo', requestState, inputResponses: { r: { roots: [] } } };
      return given.judge(arrivalOf(modernRequest('tools/call', params, { id: 8 })));
    };
    expect(retry('s')).toEqual([]);
    expect(retry('S').map(({ rule }) => rule)).toEqual(['C-MRTR-06']);
  });

  it.each<[string, object]>([
    ['two states', { requestState: 's', stateBytes: 3 }],
    ['requests in two ways', { inputRequests: {}, raw: { inputRequests: '{}' } }],
    ['a text that is no JSON', { raw: { requestState: 's' } }],
  ])('cannot have %s', (_what, ask) => {
    expect(doSchema.safeParse({ ask }).success).toBe(false);
  });
});

describe('a no to what was asked by a result', () => {
  const healthy = jsonAnswer('{"jsonrpc":"2.0","id":8,"result":{"content":[]}}');
  const ask = {
    inputRequests: { r: ROOTS, k: { method: 'elicitation/create', params: { message: 'May I?' } } },
    requestState: 's',
    afterNo: {
      decline: { result: { isError: true } },
      cancel: 'ask_again',
      nothing: { error: { code: -32603, message: 'Nothing.' } },
    },
  };
  const answered = async (response: object): Promise<unknown> => {
    const params = { name: 'echo', requestState: 's', inputResponses: { r: {}, ...response } };
    const message = modernRequest('tools/call', params, { id: 8 });
    const { error, result } = JSON.parse(
      await bodyText(await performDo({ ask }, { message, answer: healthy })),
    );
    return error ?? result;
  };

  it('is answered by what the fault has for it', async () => {
    expect(await answered({ k: { action: 'decline' } })).toEqual({
      resultType: 'complete',
      isError: true,
    });
    expect(await answered({ k: { action: 'cancel' } })).toMatchObject({
      resultType: 'input_required',
    });
    const nothing = { code: -32603, message: 'Nothing.' };
    expect(await answered({ k: {} })).toEqual(nothing);
    expect(await answered({})).toEqual(nothing);
  });

  it('is none where the user accepted', async () => {
    expect(await answered({ k: { action: 'accept' } })).toEqual({ content: [] });
  });
});

describe('input asked on a stream of the 2025 era', () => {
  const arrival = { ...arrivalOf(CALL), era: 'legacy' as const };
  const answer = jsonAnswer('{"jsonrpc":"2.0","id":7,"result":{}}');

  it('is answered once every response has been posted', async () => {
    const given = new Given();
    const ask = { inputRequests: { a: ROOTS, b: { method: 'foo/bar' } } };
    const stream = bodyText(await performDo({ ask }, { arrival, answer, given }));
    const post = (id: string): unknown =>
      given.judge(arrivalOf({ jsonrpc: '2.0', id, result: {} }));
    // The stream has to be read before it asks.
    await new Promise(setImmediate);
    expect(post('ask-2')).toEqual([]);
    expect(post('ask-1')).toEqual([]);
    expect(await stream).toBe(
      [
        'event: message\ndata: {"method":"roots/list","jsonrpc":"2.0","id":"ask-1"}\n\n',
        'event: message\ndata: {"method":"foo/bar","jsonrpc":"2.0","id":"ask-2"}\n\n',
        'data: {"jsonrpc":"2.0","id":7,"result":{}}\n\n',
      ].join(''),
    );
  });

  it('asks nobody for the rest once the client has left', async () => {
    const leaving = new AbortController();
    const ask = { inputRequests: { a: ROOTS } };
    const scene = { arrival, signal: leaving.signal };
    const stream = bodyText(await performDo({ ask }, scene));
    await new Promise(setImmediate);
    leaving.abort();
    expect(await stream).not.toContain('"result"');
  });

  it('asks as often as it is told', async () => {
    const given = new Given();
    const ask = { inputRequests: { a: ROOTS }, times: 2 };
    const stream = bodyText(await performDo({ ask }, { arrival, answer, given }));
    for (const id of ['ask-1.1', 'ask-1.2']) {
      await new Promise(setImmediate);
      given.judge(arrivalOf({ jsonrpc: '2.0', id, result: {} }));
    }
    expect((await stream).match(/"id":"ask-1\.[12]"/g)).toEqual([
      '"id":"ask-1.1"',
      '"id":"ask-1.2"',
    ]);
  });

  it('takes no answer to an elicitation but an accept for a yes, and leaves other requests alone', async () => {
    const ask = {
      inputRequests: { a: ROOTS, k: { method: 'elicitation/create' } },
      afterNo: { nothing: { error: { code: 1, message: 'No.' } } },
    };
    const answered = async (response: object): Promise<string> => {
      const given = new Given();
      const stream = bodyText(await performDo({ ask }, { arrival, answer, given }));
      await new Promise(setImmediate);
      given.judge(arrivalOf({ jsonrpc: '2.0', id: 'ask-1', result: { roots: [] } }));
      given.judge(arrivalOf({ jsonrpc: '2.0', id: 'ask-2', ...response }));
      return stream;
    };
    const no = '"error":{"code":1,"message":"No."}';
    expect(await answered({ error: { code: -32601, message: 'No such method' } })).toContain(no);
    expect(await answered({ result: {} })).toContain(no);
    expect(await answered({ result: { action: 'accept' } })).toContain('"result":{}');
  });
});
