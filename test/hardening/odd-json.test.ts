/** JSON that is valid and meant to trip: nested 10,000 deep, named `__proto__`, names without end. */
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import type { Json } from '../support/mcp.js';
import { DEEP_ARRAY, DEEP_OBJECT, echoText, post, strike } from './strike.js';

const META = '"io.modelcontextprotocol/';

/** What every view of the record must bear. */
async function expectReadable(kitchen: Kitchen): Promise<void> {
  const path = `${kitchen.apiUrl}/workspaces/default`;
  const urls = [`${path}/observations?full=true`, `${path}/observations`, `${path}/sessions`];
  for (const url of urls) {
    const response = await fetch(url);
    expect([url, response.status]).toEqual([url, 200]);
    await response.json();
  }
}

describe('10,000 levels deep', () => {
  const call = (params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo",${params}}}`;
  const meta = (more: string): string =>
    `"_meta":{${META}protocolVersion":"2026-07-28",${META}clientInfo":{"name":"c","version":"1"},${META}clientCapabilities":{}${more}}`;
  it.each<[string, string]>([
    ['an argument', call(`"arguments":{"text":${DEEP_ARRAY}},${meta('')}`)],
    ['the arguments', call(`"arguments":${DEEP_OBJECT},${meta('')}`)],
    ['a param', call(`"arguments":{"text":"x"},"deep":${DEEP_OBJECT},${meta('')}`)],
    ['a member of _meta', call(`"arguments":{"text":"x"},${meta(`,"deep":${DEEP_ARRAY}`)}`)],
    ['the progress token', call(`"arguments":{},${meta(`,"progressToken":${DEEP_ARRAY}`)}`)],
    ['an input response', call(`"inputResponses":{"a":${DEEP_OBJECT}},${meta('')}`)],
    ['the request state', call(`"requestState":${DEEP_ARRAY},${meta('')}`)],
    ['a secret', call(`"arguments":{"token":${DEEP_OBJECT},"text":"x"},${meta('')}`)],
    [
      'the capabilities',
      call(`"arguments":{}`).replace(
        '}}',
        `,"_meta":{${META}clientCapabilities":${DEEP_OBJECT}}}}`,
      ),
    ],
    ['the body', DEEP_OBJECT],
  ])('%s stops nothing, not even when it comes again', async (_what, body) => {
    const kitchen = await testKitchen();
    for (let time = 0; time < 3; time += 1) {
      const { answer, observation } = await strike(kitchen, post(body));
      expect(answer.status).toBeLessThan(500);
      expect(observation?.request.bytes).toBe(Buffer.byteLength(body));
    }
    await expectReadable(kitchen);
  });

  it('a selection is refused, and nothing is saved', async () => {
    const kitchen = await testKitchen();
    const response = await fetch(`${kitchen.apiUrl}/workspaces/default/selection`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: `{"scenario":"tool_error","params":{"structuredContent":${DEEP_OBJECT}}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: 'The body is nested more than 200 levels deep.',
    });
    expect(kitchen.service.selection('default').scenario).toBe('baseline');
  });
});

describe('__proto__', () => {
  it.each<[string, string, Readonly<Record<string, string>>, number]>([
    ['as a member', echoText(['{', '{"__proto__":{"polluted":1},']), {}, 400],
    ['as an input key', echoText(['"text":"x"', '"text":"x","__proto__":{"polluted":1}']), {}, 200],
    ['in _meta', echoText(['"_meta":{', '"_meta":{"__proto__":{"polluted":1},']), {}, 200],
    ['as a tool', echoText(['"echo"', '"__proto__"']), { 'Mcp-Name': '__proto__' }, 200],
    ['as a method', echoText(['tools/call', '__proto__']), { 'Mcp-Method': '__proto__' }, 404],
    ['as a client', echoText(['"test-client"', '"__proto__"']), {}, 200],
    ['as a header', echoText(), { ['__proto__']: 'x', constructor: 'y' }, 200],
  ])('%s is a name like any other', async (_where, body, headers, status) => {
    const kitchen = await testKitchen();
    const all: Record<string, string> = Object.create(null) as Record<string, string>;
    Object.assign(all, headers);
    const bytes = Object.keys(headers).includes('constructor')
      ? Buffer.from(
          post(body).toString().replace('\r\n\r\n', '\r\n__proto__: x\r\nconstructor: y\r\n\r\n'),
        )
      : post(body, headers);
    expect((await strike(kitchen, bytes)).answer.status).toBe(status);
    expect(({} as Json).polluted).toBeUndefined();
    await expectReadable(kitchen);
  });

  it('counts as a call of its own', async () => {
    const kitchen = await testKitchen();
    const body = echoText(['"echo"', '"__proto__"']);
    const { answer, observation } = await strike(kitchen, post(body, { 'Mcp-Name': '__proto__' }));
    expect(answer.body).toContain('-32602');
    expect(observation?.counters).toMatchObject({ call: 1 });
    const session = kitchen.service.session('default', observation?.session ?? '');
    expect(Object.entries(session.counters.calls)).toEqual([['__proto__', 1]]);
  });
});

describe('names without end', () => {
  it('are counted together, and make no record longer', async () => {
    const kitchen = await testKitchen();
    const name = 'n'.repeat(500_000);
    const body = echoText(['"echo"', JSON.stringify(name)]);
    const { observation } = await strike(kitchen, post(body, { 'Mcp-Name': 'n' }));
    expect(observation?.rpc.name).toHaveLength(1_001);
    const session = kitchen.service.session('default', observation?.session ?? '');
    expect(session.counters.calls).toEqual({ '(other)': 1 });
  });
});
