import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import type { Finding } from '../../src/observations/observation.js';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';

const ADA = { action: 'accept', content: { name: 'Ada' } };
const NO_ONE = [expect.objectContaining({ rule: 'C-BASE-02', level: 'must' })];

async function findingsOf(kitchen: Kitchen, response: Response): Promise<readonly Finding[]> {
  const number = Number(response.headers.get('kitchen-exchange'));
  const observation = await kitchen.waitFor((candidate) => candidate.number === number);
  return observation.findings;
}

describe('a response of the client', () => {
  it('to what was asked is all right, once', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const asking = await client.open('tools/call', { name: 'ask' });
    const { id } = await asking.message();
    const found = async (sentId: unknown): Promise<readonly Finding[]> => {
      const { response, status } = await client.answer(sentId, ADA);
      expect(status).toBe(202);
      return await findingsOf(kitchen, response);
    };
    expect(await found(id + 1)).toEqual(NO_ONE);
    expect(await found(id)).toEqual([]);
    await asking.rest();
    expect(await found(id)).toEqual(NO_ONE);
  });

  it('to nothing is found, an error as well', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const error = { code: -1, message: 'no' };
    for (const body of [{ result: {} }, { error }]) {
      const { response } = await client.post({ jsonrpc: '2.0', id: 99, ...body });
      expect(await findingsOf(kitchen, response)).toEqual(NO_ONE);
    }
  });

  it('is found in a batch too', async () => {
    const kitchen = await testKitchen();
    const protocolVersion = '2025-03-26';
    const client = await LegacyClient.connect(kitchen, { socket: true, protocolVersion });
    const response = { jsonrpc: '2.0', id: 99, result: {} };
    const answer = await client.post([response, client.message('ping')]);
    expect(await findingsOf(kitchen, answer.response)).toEqual(NO_ONE);
  });

  it('that came late, since its call was called off, is all right', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const asking = await client.open('tools/call', { name: 'ask' }, 7);
    const { id } = await asking.message();
    const params = { requestId: 7 };
    await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    const { response } = await client.answer(id, ADA);
    expect(await findingsOf(kitchen, response)).toEqual([]);
  });

  it('may answer what a fault has asked', async () => {
    const kitchen = await testKitchen();
    const ping = { jsonrpc: '2.0', id: 'from-a-fault', method: 'ping' };
    kitchen.select({
      scenario: 'script',
      params: {
        rules: [
          {
            on: { method: 'tools/list' },
            do: { events: { items: [{ message: ping }, { healthy: 'response' }] } },
          },
        ],
      },
    });
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const messages = (await client.post(client.message('tools/list'))).messages;
    expect(messages).toContainEqual(ping);
    const { response } = await client.answer('from-a-fault', {});
    expect(await findingsOf(kitchen, response)).toEqual([]);
  });
});

describe('a Last-Event-ID', () => {
  it('that no event had is found', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const response = await client.send('GET', undefined, { 'last-event-id': 'deadbeef-1' });
    expect(response.status).toBe(400);
    expect(await findingsOf(kitchen, response)).toEqual([
      expect.objectContaining({ rule: 'C-HTTP-11', level: 'should' }),
    ]);
  });

  it('of an event that is forgotten is all right', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const listing = await client.open('tools/list');
    await listing.rest();
    const first = listing.lastId ?? '';
    for (let count = 0; count < 300; count += 1) await client.request('ping');
    const response = await client.send('GET', undefined, { 'last-event-id': first });
    expect(response.status).toBe(400);
    expect(await findingsOf(kitchen, response)).toEqual([]);
  });
});
