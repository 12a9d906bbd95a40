/** The official client at the healthy server: everything that the catalogue offers works. */
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { clockThatTells } from '../support/exchange-events.js';
import { testKitchen } from '../support/kitchen.js';
import { connect, MODES, report } from '../support/official-client.js';
import { scenarioFolder, scenarioText } from '../support/scenario-folder.js';

const LONG_MS = 500_000;

/** A scenario whose menu has one dish more. */
const SPECIAL = scenarioText('special', {
  onRequest: '() => undefined',
  configureServer: `(plan) => {
    plan.tools.set('special', {
      name: 'special', title: 'Special', description: 'The dish of the day.',
      handle: () => ({ content: [{ type: 'text', text: 'Soup' }] }),
    });
  }`,
});

describe.each(MODES)('the official client, $named', ({ mode }) => {
  async function connected(): Promise<Client> {
    return connect(await testKitchen(), { mode });
  }

  it('learns who serves, what it can, and that it speaks this revision', async () => {
    const client = await connected();
    expect(client.getServerVersion()).toMatchObject({ name: 'mcp-fault-kitchen' });
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    });
    expect(client.getInstructions()).toContain('practice server');
  });

  it.each([
    ['run_scenario', {}, { scenario: 'baseline', revision: 0 }],
    ['add', { a: 0.5, b: 2 }, { sum: 2.5 }],
    ['ask', {}, { action: 'accept', name: 'Ada', approved: true }],
    [
      'ship_order',
      { orderId: 'A-17', region: 'Zürich', parcels: 2, express: true },
      { orderId: 'A-17', region: 'Zürich', parcels: 2, express: true },
    ],
    [
      'connection',
      {},
      {
        era: 'modern',
        protocolVersion: '2026-07-28',
        client: { name: 'official', version: '2.4.0' },
        multiRoundTrips: { possible: true, kinds: ['form', 'url', 'sampling', 'roots'] },
      },
    ],
  ])('calls the tool %s, whose structured result fits its schema', async (name, args, expected) => {
    const client = await connect(await testKitchen(), {
      mode,
      answer: () => ({ action: 'accept', content: { name: 'Ada', approved: true } }),
    });
    // With the list at hand the client checks results, and mirrors arguments in headers.
    await client.listTools();
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toMatchObject(expected);
  });

  it.each([
    ['echo', { text: 'ä\n"' }, [{ type: 'text', text: 'ä\n"' }]],
    ['picture', {}, [{ type: 'image', mimeType: 'image/png' }, { type: 'text' }]],
    ['slow', { ms: 2, steps: 2 }, [{ type: 'text', text: 'Took 2 ms in 2 steps.' }]],
    ['log', {}, [{ type: 'text', text: expect.stringContaining('asked for none') }]],
  ])('calls the tool %s', async (name, args, content) => {
    const result = await (await connected()).callTool({ name, arguments: args });
    expect(result.isError).toBeFalsy();
    expect(result.content).toMatchObject(content);
  });

  it('finds every tool described, and no other tool than those that were called here', async () => {
    const { tools } = await (await connected()).listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'add',
      'ask',
      'connection',
      'echo',
      'log',
      'picture',
      'run_scenario',
      'ship_order',
      'slow',
    ]);
    for (const { description } of tools) expect(description).toMatch(/Use it /);
  });

  it('mirrors arguments in headers, in the Base64 form where they are not plain', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode });
    await client.listTools();
    const order = { orderId: 'A', region: 'Zürich' };
    await client.callTool({ name: 'ship_order', arguments: order });
    const { http } = await kitchen.waitFor(({ rpc }) => rpc.name === 'ship_order');
    const base64 = Buffer.from('Zürich').toString('base64');
    expect(http.requestHeaders).toMatchObject({ 'mcp-param-region': `=?base64?${base64}?=` });
  });

  it('is told of an unknown tool, and of arguments that do not fit', async () => {
    const client = await connected();
    expect(await report(() => client.callTool({ name: 'nothing', arguments: {} }))).toMatchObject({
      threw: 'ProtocolError',
      code: -32602,
    });
    expect(
      await report(() => client.callTool({ name: 'add', arguments: { a: 'one' } })),
    ).toMatchObject({ returned: { isError: true } });
  });

  it('reads text, binary and templated resources', async () => {
    const client = await connected();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['kitchen://guide', 'kitchen://plate.png']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'kitchen://recipes/{dish}' }]);
    expect(await client.readResource({ uri: 'kitchen://guide' })).toMatchObject({
      contents: [{ text: expect.stringContaining('MCP Fault Kitchen') }],
    });
    const { contents } = await client.readResource({ uri: 'kitchen://plate.png' });
    const [plate] = contents;
    const png = Buffer.from(plate && 'blob' in plate ? plate.blob : '', 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(await client.readResource({ uri: 'kitchen://recipes/soup' })).toMatchObject({
      contents: [{ mimeType: 'text/plain' }],
    });
    expect(
      await report(() => client.readResource({ uri: 'kitchen://recipes/stone' })),
    ).toMatchObject({ code: -32602, data: { uri: 'kitchen://recipes/stone' } });
  });

  it('completes and gets prompts', async () => {
    const client = await connected();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['check_connection', 'plan_meal']);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'plan_meal' },
      argument: { name: 'dish', value: 'so' },
    });
    expect(completion.values).toContain('soup');
    const template = await client.complete({
      ref: { type: 'ref/resource', uri: 'kitchen://recipes/{dish}' },
      argument: { name: 'dish', value: 'so' },
    });
    expect(template.completion.values).toContain('soup');
    expect(
      await client.getPrompt({ name: 'plan_meal', arguments: { dish: 'soup', guests: '4' } }),
    ).toMatchObject({ messages: [{ content: { text: expect.stringContaining('4 people') } }] });
    expect(await client.getPrompt({ name: 'check_connection' })).toMatchObject({
      messages: [{ role: 'user' }],
    });
  });

  it('hears log messages only of the calls that ask for them', async () => {
    const client = await connected();
    const heard: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => {
      heard.push(params.data);
    });
    const call = (level?: string): Promise<unknown> =>
      client.callTool({
        name: 'log',
        arguments: { level: 'info', message: 'hot', count: 2 },
        ...(level !== undefined && { _meta: { 'io.modelcontextprotocol/logLevel': level } }),
      });
    await call();
    await call('error');
    expect(heard).toEqual([]);
    await call('debug');
    expect(heard).toEqual([
      { message: 'hot', number: 1 },
      { message: 'hot', number: 2 },
    ]);
  });

  it('hears the progress of a slow call', async () => {
    const kitchen = await testKitchen();
    const client = await connect(kitchen, { mode });
    const steps: number[] = [];
    const result = await client.callTool(
      { name: 'slow', arguments: { ms: 6, steps: 3 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    expect(result.content).toMatchObject([{ text: 'Took 6 ms in 3 steps.' }]);
    expect(steps).toEqual([1, 2, 3]);
    const { response } = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(response.events?.map(({ kind }) => kind)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'notifications/progress',
      'result',
    ]);
  });

  it('cancels a slow call, which stops the tool and is recorded as its own doing', async () => {
    const { clock, waiting, calledOff } = clockThatTells(LONG_MS - 1);
    const kitchen = await testKitchen({ clock });
    const client = await connect(kitchen, { mode });
    const giveUp = new AbortController();
    const called = report(() =>
      client.callTool(
        { name: 'slow', arguments: { ms: LONG_MS, steps: 1 } },
        { signal: giveUp.signal },
      ),
    );
    await waiting;
    giveUp.abort(new Error('Enough'));
    await calledOff;
    expect(await called).toMatchObject({ message: expect.stringContaining('Enough') });
    const observation = await kitchen.waitFor(({ rpc }) => rpc.name === 'slow');
    expect(observation).toMatchObject({ outcome: 'CANCELLED', closedBy: 'client' });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'on' } })).toMatchObject({
      content: [{ text: 'on' }],
    });
  });

  describe('subscriptions/listen', () => {
    const filter = { toolsListChanged: true, promptsListChanged: true };

    it('tells of a list that another selection changes, and of no other list', async () => {
      const folder = await scenarioFolder({ 'special.js': SPECIAL });
      const kitchen = await testKitchen({ scenarioFolders: [folder] });
      expect(kitchen.scenarioProblems).toEqual([]);
      const client = await connect(kitchen, { mode });
      const heard: string[] = [];
      const twice = new Promise<void>((resolve) => {
        client.setNotificationHandler('notifications/prompts/list_changed', () => {
          heard.push('prompts');
        });
        client.setNotificationHandler('notifications/tools/list_changed', () => {
          heard.push('tools');
          if (heard.length >= 2) resolve();
        });
      });
      const subscription = await client.listen(filter);
      expect(subscription.honoredFilter).toMatchObject(filter);
      kitchen.select({ scenario: 'tool_error' });
      kitchen.select({ scenario: 'special' });
      kitchen.select({ scenario: 'baseline' });
      await twice;
      expect(heard).toEqual(['tools', 'tools']);

      kitchen.select({ scenario: 'special' });
      const next = await connect(kitchen, { mode });
      const { tools } = await next.listTools();
      expect(tools.map(({ name }) => name)).toContain('special');
    });

    it('that the client closes is a stream that ended as it may', async () => {
      const kitchen = await testKitchen();
      const subscription = await (await connect(kitchen, { mode })).listen(filter);
      await subscription.close();
      expect(await subscription.closed).toBe('local');
      const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'subscriptions/listen');
      expect(observation).toMatchObject({ outcome: 'STREAM', closedBy: 'client' });
    });

    it('gets its final result when the kitchen closes', async () => {
      const kitchen = await testKitchen();
      const subscription = await (await connect(kitchen, { mode })).listen(filter);
      await kitchen.close();
      expect(await subscription.closed).toBe('graceful');
    });

    it('drops when its session is ended by hand', async () => {
      const kitchen = await testKitchen();
      const subscription = await (await connect(kitchen, { mode })).listen(filter);
      kitchen.endSessions();
      expect(await subscription.closed).toBe('remote');
      const observation = await kitchen.waitFor(({ rpc }) => rpc.method === 'subscriptions/listen');
      expect(observation.closedBy).toBe('server');
    });
  });
});
