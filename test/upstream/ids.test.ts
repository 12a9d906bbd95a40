import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSdkUpstream } from '../../src/upstream/sdk-upstream.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { arrivalOf, callOf, modernRequest } from '../support/arrival.js';
import { FakeClock } from '../support/fake-clock.js';
import { readMessages } from '../support/upstream-client.js';

let upstream: Upstream;

beforeAll(() => {
  upstream = createSdkUpstream({
    serverInfo: { name: 'kitchen', version: '1' },
    clock: new FakeClock(),
  });
});
afterAll(async () => {
  await upstream.close();
});

async function serve(
  token: string,
  method: string,
  params: object,
  meta: Readonly<Record<string, unknown>> = {},
): Promise<{ status: number; text: string }> {
  const message = modernRequest(method, { ...params }, { id: 'ID', meta });
  const text = JSON.stringify(message).replace('"id":"ID"', `"id":${token}`);
  const { status, body } = await upstream.serve(callOf(arrivalOf(text)));
  return { status, text: await new Response(body).text() };
}

describe('the id of an answer', () => {
  const echo = { name: 'echo', arguments: { text: '"id":1' } };

  it.each(['1', '"a"', '0', '-5', '""', '1.0', '1e2', '"a\\u0062"', '"\\/"', '"\\ud83c\\udf72"'])(
    '%s comes back as the token that it was',
    async (token) => {
      const { status, text } = await serve(token, 'tools/call', echo);
      expect(status).toBe(200);
      expect(text).toContain(`"id":${token},`.replace(/,$/, ''));
      expect(text).toContain('\\"id\\":1');
      expect(JSON.parse(text).id).toEqual(JSON.parse(token));
    },
  );

  it.each(['12345678901234567890', '9007199254740993', '1.5', '1e400'])(
    '%s comes back too, and the verdict of the SDK stands',
    async (token) => {
      const { status, text } = await serve(token, 'tools/call', echo);
      expect(status).toBe(400);
      expect(text).toMatch(new RegExp(`"id":${token.replace('.', '\\.')}[,}]`));
      expect(JSON.parse(text).error.code).toBe(-32600);
    },
  );

  it('comes back in a stream, on the result alone', async () => {
    const slow = { name: 'slow', arguments: { ms: 0, steps: 2 } };
    const { text } = await serve('"a\\u0062"', 'tools/call', slow, { progressToken: 'ab' });
    const lines = text.split('\n').filter((line) => line.startsWith('data: '));
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.includes('"id":"a\\u0062"'))).toEqual([false, false, true]);
    expect(text).toContain('"progressToken":"ab"');
  });

  it('is left alone where the SDK could not tell which request it answers', async () => {
    const answer = await upstream.serve(callOf(arrivalOf('{"jsonrpc":"2.0","id":1.0}')));
    expect(await readMessages(answer)).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it('comes back on errors', async () => {
    const { text } = await serve('1.0', 'tools/call', { name: 'nothing' });
    expect(text).toContain('"id":1.0');
    expect(JSON.parse(text).error.code).toBe(-32602);
  });
});
