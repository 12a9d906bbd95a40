import { describe, expect, it } from 'vitest';
import toolError from '../../scenarios/tool_error.js';
import { performFault } from '../support/perform-fault.js';
import { chooseFault, refusedPaths, validParams } from '../support/ask-scenario.js';
import { makeExchange, makeRpc } from '../support/make-exchange.js';

describe('tool_error', () => {
  it('lets the first tool call fail with a text for the model', async () => {
    expect(validParams(toolError)).toMatchObject({ on: { method: 'tools/call', nth: 1 } });
    expect(await chooseFault(toolError, {}, makeExchange())).toEqual({
      kind: 'tool_error',
      content: [{ type: 'text', text: expect.stringContaining('Call again') }],
      as: 'json',
    });
  });

  it('sends the message as text, unless content is given', async () => {
    const content = [{ type: 'hologram', of: [1] }, {}];
    const byMessage = await chooseFault(toolError, { message: 'No.' }, makeExchange());
    const byContent = await chooseFault(toolError, { message: 'No.', content }, makeExchange());
    const empty = await chooseFault(toolError, { content: [] }, makeExchange());
    expect([byMessage, byContent, empty]).toMatchObject([
      { content: [{ type: 'text', text: 'No.' }] },
      { content },
      { content: [] },
    ]);
  });

  it.each([[null], [[]], [3], [{ a: 1 }], [false]])(
    'puts %j on the wire as structured content',
    async (structuredContent) => {
      const input = { structuredContent, content: [] };
      const fault = await chooseFault(toolError, input, makeExchange());
      const answer = performFault(fault!, { arrival: { rpc: makeRpc(), era: 'legacy' } });
      expect(answer).toMatchObject({
        status: 200,
        body: `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":${JSON.stringify(structuredContent)},"isError":true}}`,
      });
    },
  );

  it.each([
    [{ message: null }, 'params.message'],
    [{ content: 'No.' }, 'params.content'],
    [{ content: [{ type: 'text' }, 'No.'] }, 'params.content[1]'],
    [{ as: 'stream' }, 'params.as'],
    [{ isError: false }, 'params.isError'],
    [{ on: { nth: [1, 0] } }, 'params.on.nth[1]'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(toolError, input)).toEqual([path]);
  });
});
