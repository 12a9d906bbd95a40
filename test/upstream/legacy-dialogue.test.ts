import { describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { SseStream } from '../support/event-stream.js';
import { testKitchen } from '../support/kitchen.js';
import { LegacyClient } from '../support/legacy-client.js';
import { legacyMessageErrors } from '../support/legacy-schema.js';
import type { Json } from '../support/mcp.js';

const FORM = {
  kind: 'form',
  message: 'How many guests?',
  schema: {
    type: 'object',
    properties: { guests: { type: 'integer', minimum: 1 } },
    required: ['guests'],
  },
} as const;

interface Played {
  readonly questions: Json[];
  /** The call's last message. */
  readonly reply: Json;
}

/** Answers each question of a call with the next answer. */
async function play(client: LegacyClient, stream: SseStream, answers: Json[]): Promise<Played> {
  const questions: Json[] = [];
  for (;;) {
    const message = await stream.message();
    const errors = message === undefined ? [] : legacyMessageErrors('tools/call', message);
    if (message?.method === undefined) {
      expect(await stream.message()).toBeUndefined();
      return { questions, reply: message };
    }
    expect(errors).toEqual([]);
    questions.push(message);
    await client.answer(message.id, answers.shift());
  }
}

async function asking(rounds: unknown, more: Record<string, unknown> = {}): Promise<Kitchen> {
  return await testKitchen({ scenario: 'input_required', params: { rounds, ...more } });
}

const call = (client: LegacyClient, name = 'run_scenario'): Promise<SseStream> =>
  client.open('tools/call', { name }, 'the-call');

const accept = (content: Json): Json => ({ action: 'accept', content });

describe('the tool "ask"', () => {
  it.each([
    [accept({ name: 'Ann', approved: true }), { action: 'accept', name: 'Ann', approved: true }],
    [{ action: 'decline' }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ])('asks on the stream of its call: %j', async (answer, result) => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const { questions, reply } = await play(client, await call(client, 'ask'), [answer]);
    expect(questions).toMatchObject([{ method: 'elicitation/create', params: { mode: 'form' } }]);
    expect(reply.result.structuredContent).toEqual(result);
  });

  it('refuses content that breaks its form with -32602', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const { reply } = await play(client, await call(client, 'ask'), [accept({ name: '' })]);
    expect(reply).toMatchObject({
      id: 'the-call',
      error: { code: -32602, data: { reason: 'invalid_input_response', key: 'approval' } },
    });
    expect(legacyMessageErrors('tools/call', reply)).toEqual([]);
    const record = await kitchen.waitFor(({ rpc }) => rpc.id === '"the-call"');
    expect(record).toMatchObject({
      outcome: 'JSONRPC_ERROR',
      errorCode: -32602,
      findings: [{ rule: 'C-ELIC-25' }],
    });
  });

  it('ends as a failed tool where the client has not declared elicitation', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen, { capabilities: {} });
    const { reply } = await client.call('ask');
    expect(reply.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not declare the required capability') }],
    });
  });

  it('ends as a failed tool where the client answers with an error', async () => {
    const kitchen = await testKitchen();
    const client = await LegacyClient.connect(kitchen);
    const stream = await call(client, 'ask');
    const { id } = await stream.message();
    await client.post({ jsonrpc: '2.0', id, error: { code: -1, message: 'no hands' } });
    expect((await stream.message()).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no hands') }],
    });
  });
});

describe('the scenario input_required', () => {
  it('holds the whole dialogue in one exchange, whose answers are POSTs', async () => {
    const kitchen = await asking([
      { requests: { guests: FORM } },
      { requests: { again: FORM }, state: false },
      { requests: {} },
      { requests: { last: { ...FORM, message: 'Sure?' } } },
    ]);
    const client = await LegacyClient.connect(kitchen);
    const session = await client.session();
    const { questions, reply } = await play(client, await call(client), [
      accept({ guests: 2 }),
      accept({ guests: 3 }),
      accept({ guests: 4 }),
    ]);
    expect(questions.map(({ params }) => params.message)).toEqual([
      FORM.message,
      FORM.message,
      'Sure?',
    ]);
    const text = reply.result.content.at(-1).text;
    // As in the modern era, a round without state forgets what was answered before it.
    expect(text).not.toContain('{"guests":2}');
    expect(text).toContain('{"guests":3}');
    expect(text).toContain('{"guests":4}');
    const counters = kitchen.service.session('default', session).counters;
    expect(counters).toMatchObject({ posts: 7, calls: { run_scenario: 1 }, rounds: {} });
    const calls = kitchen.observations().filter(({ rpc }) => rpc.method === 'tools/call');
    expect(calls).toMatchObject([
      {
        outcome: 'TOOL_SUCCESS',
        fault: { kind: 'input_required', round: 4, keys: ['last'] },
        response: {
          events: [
            { kind: 'elicitation/create' },
            { kind: 'elicitation/create' },
            { kind: 'elicitation/create' },
            { kind: 'result' },
          ],
        },
      },
    ]);
  });

  it('says so in the head of the answer, before anything was asked', async () => {
    const kitchen = await asking([{ requests: { guests: FORM } }]);
    const client = await LegacyClient.connect(kitchen);
    const response = await client.send(
      'POST',
      client.message('tools/call', { name: 'run_scenario' }),
    );
    expect(response.headers.get('kitchen-fault')).toBe('input_required/input_required');
    await response.body?.cancel();
    const plain = await client.call('echo', { text: 'x' });
    expect(plain.response.headers.get('kitchen-fault')).toBeNull();
  });

  it('goes through as many rounds as it is told to', async () => {
    const rounds = Array.from({ length: 20 }, () => ({ requests: { guests: FORM } }));
    const client = await LegacyClient.connect(await asking(rounds));
    const answers = rounds.map((_round, index) => accept({ guests: index + 1 }));
    const { questions, reply } = await play(client, await call(client), answers);
    expect(questions).toHaveLength(20);
    expect(reply.result.isError).toBeUndefined();
    expect(reply.result.content.at(-1).text).toContain('{"guests":20}');
  });

  it('asks for everything of a round at once', async () => {
    const kitchen = await asking([
      {
        requests: {
          guests: FORM,
          page: { kind: 'url', message: 'Look.', url: 'https://example.com/menu' },
          idea: {
            kind: 'sampling',
            params: {
              messages: [{ role: 'user', content: { type: 'text', text: 'Which dish?' } }],
              maxTokens: 10,
            },
          },
          place: { kind: 'roots' },
        },
      },
    ]);
    const client = await LegacyClient.connect(kitchen);
    const stream = await call(client);
    const asked: Json[] = [];
    for (let count = 0; count < 4; count += 1) asked.push(await stream.message());
    expect(asked.flatMap((message) => legacyMessageErrors('', message))).toEqual([]);
    expect(asked.map(({ method }) => method)).toEqual([
      'elicitation/create',
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    const results = [
      accept({ guests: 2 }),
      { action: 'accept' },
      { role: 'assistant', model: 'm', content: { type: 'text', text: 'soup' } },
      { roots: [{ uri: 'file:///menu' }] },
    ];
    for (const [index, result] of results.entries()) await client.answer(asked[index].id, result);
    const { text } = (await stream.message()).result.content.at(-1);
    for (const part of ['"guests":2', '- page', '"text":"soup"', 'file:///menu']) {
      expect(text).toContain(part);
    }
  });

  it.each(['decline', 'cancel'])('tells what became of the call after %s', async (action) => {
    const client = await LegacyClient.connect(await asking([{ requests: { guests: FORM } }]));
    const { reply } = await play(client, await call(client), [{ action }]);
    expect(reply.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(new RegExp(`user ${action}`)) }],
    });
  });

  it.each([
    ['prompts/get', 'plan_meal', { name: 'plan_meal', arguments: { dish: 'soup' } }, 'messages'],
    ['resources/read', 'kitchen://guide', { uri: 'kitchen://guide' }, 'contents'],
  ])('stands before %s too', async (method, name, params, member) => {
    const kitchen = await asking([{ requests: { guests: FORM } }], { method, name });
    const client = await LegacyClient.connect(kitchen);
    const answered = await play(client, await client.open(method, params), [accept({ guests: 2 })]);
    expect(JSON.stringify(answered.reply.result[member].at(-1))).toContain('guests');
    const refused = await play(client, await client.open(method, params), [accept({ guests: 0 })]);
    expect(refused.reply.error.code).toBe(-32602);
    const bare = await LegacyClient.connect(kitchen, { name: 'bare', capabilities: {} });
    expect((await bare.request(method, params)).reply.error.code).toBe(-32603);
  });

  it('refuses one call of a batch alone', async () => {
    const kitchen = await asking([{ requests: { guests: FORM } }]);
    const client = await LegacyClient.connect(kitchen, { protocolVersion: '2025-03-26' });
    const stream = new SseStream(
      await client.send('POST', [
        client.message('tools/call', { name: 'run_scenario' }, 'asked'),
        client.message('tools/call', { name: 'echo', arguments: { text: 'x' } }, 'echoed'),
      ]),
    );
    const messages = [await stream.message(), await stream.message()];
    const question = messages.find(({ method }) => method === 'elicitation/create');
    expect(messages.find(({ id }) => id === 'echoed').result.content[0].text).toBe('x');
    await client.answer(question.id, accept({ guests: 0 }));
    expect(await stream.message()).toMatchObject({ id: 'asked', error: { code: -32602 } });
  });

  it('is over when the session ends by hand', async () => {
    const kitchen = await asking([{ requests: { guests: FORM } }]);
    const client = await LegacyClient.connect(kitchen);
    const stream = await call(client);
    await stream.message();
    kitchen.endSessions();
    expect(await stream.message()).toBeUndefined();
    const record = await kitchen.waitFor(({ rpc }) => rpc.id === '"the-call"');
    expect(record).toMatchObject({ outcome: 'CONNECTION_LOST', closedBy: 'server' });
  });
});
