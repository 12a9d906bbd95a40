import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';
import { legacyMessageErrors } from '../support/legacy-schema.js';
import { scenarioFile } from '../support/scenario-file.js';

const openGets = (kitchen: Kitchen): number =>
  kitchen.observations({ limit: 500 }).filter(isOpenGet).length;
const isOpenGet = ({ http, state }: { http: { method: string }; state: string }): boolean =>
  http.method === 'GET' && state === 'open';

describe('the GET stream', () => {
  it('carries changes of lists and of the resources that the session subscribed to', async () => {
    const kitchen = await testKitchen({ scenarioFolders: [await announcing()] });
    kitchen.select({ scenario: 'announcing' });
    const client = await LegacyClient.connect(kitchen);
    const other = await LegacyClient.connect(kitchen, { name: 'other' });
    const stream = await client.listen();
    const others = await other.listen();
    await client.request('resources/subscribe', { uri: 'kitchen://guide' });
    const { messages } = await client.call('announce');
    expect(messages.map(({ id }) => id)).toHaveLength(1);

    const heard = [];
    for (let count = 0; count < 4; count += 1) heard.push(await stream.message());
    expect(heard.flatMap((message) => legacyMessageErrors('', message))).toEqual([]);
    expect(heard.map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
      'notifications/resources/list_changed',
      'notifications/resources/updated',
    ]);
    expect(heard[3].params).toEqual({ uri: 'kitchen://guide' });

    // The other session heard all but the resource that it had not subscribed to.
    await client.request('resources/unsubscribe', { uri: 'kitchen://guide' });
    await client.call('announce');
    const heardByOther = [];
    for (let count = 0; count < 6; count += 1) heardByOther.push((await others.message()).method);
    expect(heardByOther).not.toContain('notifications/resources/updated');
    for (let count = 0; count < 3; count += 1) {
      expect((await stream.message()).method).not.toBe('notifications/resources/updated');
    }
  });

  it('hears of a changed catalogue when another selection is saved', async () => {
    const kitchen = await testKitchen({ scenarioFolders: [await announcing()] });
    const client = await LegacyClient.connect(kitchen);
    const stream = await client.listen();
    kitchen.select({ scenario: 'announcing' });
    expect((await stream.message()).method).toBe('notifications/tools/list_changed');
  });

  it('belongs to its session, raises no counter, and is no reason to be idle', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const { counters } = kitchen.service.session('default', session);
    const stream = await client.listen();
    expect(kitchen.service.session('default', session).counters).toEqual(counters);
    const [observation] = kitchen.observations();
    expect(observation).toMatchObject({ session, state: 'open', counters: { post: null } });
    await stream.cancel();
    const ended = await kitchen.waitFor(({ number }) => number === observation?.number);
    expect(ended).toMatchObject({ outcome: 'STREAM', http: { status: 200 } });
  });

  it('is there once: a second one is refused until the first is closed', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const first = await client.listen();
    expect((await client.send('GET')).status).toBe(409);
    expect(kitchen.observations()[0]).toMatchObject({ outcome: 'HTTP_ERROR', errorCode: -32000 });
    await first.cancel();
    await (await client.listen()).cancel();
  });

  it('needs an Accept that lists event streams', async () => {
    const client = await LegacyClient.connect(await testKitchen());
    expect((await client.send('GET', undefined, { accept: 'application/json' })).status).toBe(406);
  });

  it('can be hit by a fault of its own', async () => {
    const kitchen = await testKitchen({
      scenario: 'http_status_sequence',
      params: { statusCodes: [405], on: { verb: 'GET' } },
    });
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send('GET');
    expect(response.status).toBe(405);
    expect(response.headers.get('kitchen-fault')).toBe('http_status_sequence/http_status');
    expect((await client.call('echo', { text: 'x' })).status).toBe(200);
  });

  it('lets a client that left make room, although its answer was held back', async () => {
    const kitchen = await testKitchen({
      scenario: 'baseline',
      params: { delayMs: 60_000, on: { verb: 'GET', times: 1 } },
    });
    const client = await LegacyClient.connect(kitchen, { socket: true });
    const leaving = new AbortController();
    const gone = client.send('GET', undefined, {}, leaving.signal).catch(() => 'gone');
    await expect.poll(() => openGets(kitchen)).toBe(1);
    leaving.abort();
    expect(await gone).toBe('gone');
    await kitchen.waitFor(({ outcome }) => outcome === 'CANCELLED');
    const again = await client.listen();
    expect(openGets(kitchen)).toBe(1);
    await again.cancel();
  });
});

describe('several streams at once', () => {
  it('each carry the answer of their own call', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const slow = client.call('slow', { ms: 30, steps: 1 });
    const asked = await client.open('tools/call', { name: 'ask' });
    const question = await asked.message();
    const quick = await client.call('echo', { text: 'quick' });
    expect(quick.reply.result.content[0].text).toBe('quick');
    await client.answer(question.id, { action: 'cancel' });
    expect((await asked.message()).result.structuredContent).toEqual({ action: 'cancel' });
    expect((await slow).reply.result.content[0].text).toContain('Took 30 ms');
  });
});

describe('a call that is called off', () => {
  it('stops, its stream ends without an answer, and it is recorded as cancelled', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const stream = await client.open('tools/call', { name: 'slow', arguments: { ms: 600_000 } }, 7);
    const { status } = await client.post({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7 },
    });
    expect(status).toBe(202);
    expect(await stream.rest()).toEqual([]);
    const record = await kitchen.waitFor(({ rpc }) => rpc.id === '7');
    expect(record).toMatchObject({ outcome: 'CANCELLED', closedBy: 'client' });
  });

  it('was answered before: nothing changes', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    await client.post(client.message('ping', {}, 8));
    await client.post({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 8 },
    });
    expect(kitchen.observations().find(({ rpc }) => rpc.id === '8')?.outcome).toBe('RESULT');
  });
});

describe('resumption', () => {
  it('goes on after the last event that was seen, with the answer too', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const stream = await client.open('tools/call', { name: 'ask' });
    const question = await stream.message();
    const seen = stream.lastId;
    await stream.cancel();
    const resumed = await client.listen(seen);
    await client.answer(question.id, { action: 'decline' });
    expect((await resumed.message()).result.structuredContent).toEqual({ action: 'decline' });
    expect(await resumed.message()).toBeUndefined();
  });

  it('repeats what was said while nobody listened', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const stream = await client.open('tools/call', {
      name: 'slow',
      arguments: { ms: 0, steps: 3 },
      _meta: { progressToken: 1 },
    });
    // The first event says nothing: it is only there to be resumed from.
    const priming = await stream.event();
    expect(priming).toMatchObject({ id: expect.any(String), json: undefined });
    await stream.cancel();
    const messages = await (await client.listen(priming?.id)).rest();
    expect(messages.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
  });

  it('gives ids to a 2025-06-18 client, but no event that it would not understand', async () => {
    const client = await LegacyClient.connect(await testKitchen(), {
      protocolVersion: '2025-06-18',
    });
    const stream = await client.open('ping');
    expect(await stream.event()).toMatchObject({ id: expect.any(String), json: { result: {} } });
  });

  it('repeats changes that came between two GET streams', async () => {
    const kitchen = await testKitchen({ scenarioFolders: [await announcing()] });
    const client = await LegacyClient.connect(kitchen);
    const first = await client.listen();
    kitchen.select({ scenario: 'announcing' });
    await first.message();
    await first.cancel();
    kitchen.select({ scenario: 'baseline' });
    const second = await client.listen(first.lastId);
    expect((await second.message()).method).toBe('notifications/tools/list_changed');
  });

  it('of another session is refused', async () => {
    const kitchen = await testKitchen();
    const mine = await LegacyClient.connect(kitchen, { name: 'mine' });
    const foreign = await LegacyClient.connect(kitchen, { name: 'foreign' });
    for (let count = 0; count < 5; count += 1) await mine.request('ping');
    const stream = await foreign.open('tools/call', { name: 'ask' });
    await stream.message();
    const refused = await mine.send('GET', undefined, { 'last-event-id': stream.lastId ?? '' });
    expect(refused.status).toBe(400);
    expect(kitchen.observations()[0]).toMatchObject({ errorCode: -32000, outcome: 'HTTP_ERROR' });
  });

  it('of a stream that is open already is refused', async () => {
    const client = await LegacyClient.connect(await testKitchen());
    const stream = await client.open('tools/call', { name: 'ask' });
    await stream.message();
    const refused = await client.send('GET', undefined, { 'last-event-id': stream.lastId ?? '' });
    expect(refused.status).toBe(409);
  });
});

/** A tool that announces changes; with it the catalogue is another one too. */
function announcing(): Promise<string> {
  return scenarioFile(
    'announcing',
    `configureServer(plan) {
      plan.tools.set('announce', {
        name: 'announce',
        title: 'Announce',
        description: 'Announces changes.',
        handle: (_args, { notify }) => {
          notify('tools');
          notify('prompts');
          notify('resources');
          notify({ resource: 'kitchen://guide' });
          return { content: [] };
        },
      });
    },`,
  );
}
