/** A fault that finds nothing to change leaves a healthy answer, and that is what the marks and the record say. */
import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';
import { callTool } from '../support/mcp.js';

const EDIT = { edit_text: { replace: [{ find: 'cold', with: 'warm' }] } };
const NOTHING_TO_CHANGE: readonly object[] = [
  EDIT,
  { edit_text: { encoding: 'latin1' } },
  { rewrite: { patch: [{ op: 'test', path: '/id', value: 'no such id' }] } },
  { catalogue: { remove: ['echo'] } },
  { pages: { sizes: [1] } },
];

async function kitchenWith(doing: object): Promise<Kitchen> {
  const kitchen = await testKitchen();
  const rules = [{ on: { method: 'tools/call' }, do: doing }];
  kitchen.select({ scenario: 'script', params: { rules } });
  return kitchen;
}

function noteOf(kitchen: Kitchen): string | null | undefined {
  const { items } = kitchen.service.sessions('default', { limit: 1 });
  return items[0]?.rules[0]?.note;
}

describe('a fault that finds nothing to change', () => {
  it.each(NOTHING_TO_CHANGE)('is neither marked nor recorded: %j', async (doing) => {
    const kitchen = await kitchenWith(doing);
    const { status, headers, json } = await callTool(kitchen, 'echo', { text: 'hi' });
    expect({ status, mark: headers.get('kitchen-fault') }).toEqual({ status: 200, mark: null });
    expect(json.result.content).toEqual([{ type: 'text', text: 'hi' }]);
    expect(kitchen.observations()[0]).toMatchObject({ fault: null, outcome: 'TOOL_SUCCESS' });
    expect(noteOf(kitchen)).toBe('struck, and found nothing to change');
  });

  it.each(NOTHING_TO_CHANGE)('is neither marked nor recorded on a stream: %j', async (doing) => {
    const kitchen = await kitchenWith(doing);
    const client = await LegacyClient.connect(kitchen);
    const { response, reply } = await client.call('echo', { text: 'hi' });
    expect(response.headers.get('kitchen-fault')).toBeNull();
    expect(reply.result.content).toEqual([{ type: 'text', text: 'hi' }]);
    await expect.poll(() => kitchen.observations()[0]).toMatchObject({ fault: null });
    expect(noteOf(kitchen)).toBe('struck, and found nothing to change');
  });

  it('is left out of what is recorded, where others did something', async () => {
    const kitchen = await kitchenWith({ ...EDIT, headers: { add: [['X-Cook', 'tired']] } });
    const { headers } = await callTool(kitchen, 'echo', { text: 'hi' });
    expect(headers.get('x-cook')).toBe('tired');
    expect(headers.get('kitchen-fault')).toBe('script/headers');
    expect(kitchen.observations()[0]?.fault?.kind).toBe('headers');
  });

  it('is told apart from the times that it did something', async () => {
    const kitchen = await kitchenWith(EDIT);
    await callTool(kitchen, 'echo', { text: 'cold' });
    expect(noteOf(kitchen)).toBeNull();
    await callTool(kitchen, 'echo', { text: 'hi' });
    expect(noteOf(kitchen)).toBe('struck, and found nothing to change in 1 of 2 answers');
    expect(kitchen.observations().map(({ fault }) => fault?.kind)).toEqual([
      undefined,
      'edit_text',
    ]);
  });

  it('is marked on a stream where it did something', async () => {
    const kitchen = await kitchenWith({ rewrite: { patch: [{ op: 'remove', path: '/id' }] } });
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send(
      'POST',
      client.message('tools/call', { name: 'echo', arguments: { text: 'hi' } }),
    );
    expect(response.headers.get('kitchen-fault')).toBe('script/rewrite');
    await response.text();
    expect(noteOf(kitchen)).toBeNull();
  });

  const FAILING = { rewrite: { patch: [{ op: 'test', path: '/id', value: 'no such id' }] } };
  const slow = { name: 'slow', arguments: { ms: 20, steps: 1 }, _meta: { progressToken: 'p' } };

  it('is not recorded where a message went out before, though it is marked by then', async () => {
    const kitchen = await kitchenWith(FAILING);
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send('POST', client.message('tools/call', slow));
    expect(response.headers.get('kitchen-fault')).toBe('script/rewrite');
    expect(await response.text()).toContain('"result"');
    await expect
      .poll(() => kitchen.observations()[0])
      .toMatchObject({ state: 'finished', fault: null });
    expect(noteOf(kitchen)).toBe('struck, and found nothing to change');
  });

  it('is left out there too, where others did something', async () => {
    const kitchen = await kitchenWith({ ...FAILING, headers: { add: [['X-Cook', 'tired']] } });
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send('POST', client.message('tools/call', slow));
    await response.text();
    await expect
      .poll(() => kitchen.observations()[0])
      .toMatchObject({ state: 'finished', fault: { kind: 'headers' } });
    expect(noteOf(kitchen)).toBeNull();
  });

  it('is recorded where a message went out before, and then it found something', async () => {
    const kitchen = await kitchenWith({ rewrite: { patch: [{ op: 'remove', path: '/id' }] } });
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send('POST', client.message('tools/call', slow));
    await response.text();
    await expect
      .poll(() => kitchen.observations()[0])
      .toMatchObject({ state: 'finished', fault: { kind: 'rewrite' } });
    expect(noteOf(kitchen)).toBeNull();
  });

  it('is a mistake where it names an entry that the list does not have', async () => {
    const kitchen = await testKitchen();
    const rules = [{ on: { method: 'tools/list' }, do: { catalogue: { remove: ['ecko'] } } }];
    kitchen.select({ scenario: 'script', params: { rules } });
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send('POST', client.message('tools/list'));
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('The list has no entry "ecko"');
  });
});
