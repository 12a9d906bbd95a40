/** The official client in multi round trips: what it is asked, what it answers, and what comes of it. */
import type { Client, ClientCapabilities, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import {
  type Asked,
  connect,
  MODES,
  recorded,
  report,
  type Report,
} from '../support/official-client.js';

const HANDSHAKE = 'server/discover 200 RESULT';
const ASKED = 'tools/call 200 INPUT_REQUIRED input_required';
const DONE = 'tools/call 200 TOOL_SUCCESS';

const form = (message: string) => ({
  kind: 'form',
  message,
  schema: { type: 'object', properties: { answer: { type: 'string' } } },
});
const url = { kind: 'url', message: 'Pay here', url: 'https://pay.example/bill' };
const roots = { kind: 'roots' };
const sampling = {
  kind: 'sampling',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: 'Which city?' } }],
    maxTokens: 10,
  },
};

/** Echoes what was asked. */
const echo = ({ message }: Asked): ElicitResult => ({
  action: 'accept',
  content: { answer: message },
});

interface Meeting {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly capabilities?: ClientCapabilities;
  readonly answer?: (params: Asked) => ElicitResult;
  readonly run?: (client: Client) => Promise<unknown>;
}

interface Met {
  readonly reported: Report;
  readonly exchanges: readonly string[];
  readonly counters: unknown;
}

describe.each(MODES)('the official client, $named', ({ mode }) => {
  async function meet({ params, run = call, ...options }: Meeting): Promise<Met> {
    const kitchen = await testKitchen({ scenario: 'input_required', params });
    const reported = await report(async () => run(await connect(kitchen, { mode, ...options })));
    const exchanges = await recorded(kitchen);
    const [session] = kitchen.service.sessions('default', { limit: 10 }).items;
    return { reported, exchanges, counters: session?.counters };
  }

  it('shows the default form, and returns with the answer after a second round', async () => {
    const shown: Asked[] = [];
    const met = await meet({
      answer: (asked) => {
        shown.push(asked);
        return { action: 'accept', content: { approved: true, reason: 'hungry' } };
      },
    });
    expect(shown).toMatchObject([
      { mode: 'form', requestedSchema: { required: ['approved', 'reason'] } },
    ]);
    expect(textOf(met)).toContain(
      'approval: {"action":"accept","content":{"approved":true,"reason":"hungry"}}',
    );
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, DONE]);
    expect(met.counters).toEqual({
      posts: 3,
      methods: { 'server/discover': 1, 'tools/call': 2 },
      calls: { run_scenario: 1 },
      rounds: { run_scenario: 1 },
    });
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)('a %s ends the call with a result that says so', async (action, word) => {
    const met = await meet({ answer: () => ({ action }) });
    expect(met.reported).toMatchObject({ returned: { isError: true } });
    expect(textOf(met)).toContain(`The user ${word} the request "approval"`);
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, 'tools/call 200 TOOL_ERROR']);
  });

  it('content that breaks the schema is refused, and the refusal thrown', async () => {
    const met = await meet({ answer: () => ({ action: 'accept', content: { approved: 'yes' } }) });
    expect(met.reported).toMatchObject({
      threw: 'ProtocolError',
      code: -32602,
      data: { key: 'approval', path: 'content.approved' },
    });
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, 'tools/call 200 JSONRPC_ERROR -32602']);
  });

  it('a handler that fails sends no second round', async () => {
    const met = await meet({
      answer: () => {
        throw new Error('The dialog crashed');
      },
    });
    expect(met.reported).toMatchObject({ threw: 'Error', message: 'The dialog crashed' });
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED]);
  });

  it.each([
    ['url', url, '{"action":"accept"}'],
    ['sampling', sampling, '"text":"Rome"'],
    ['roots', roots, '"uri":"file:///menu"'],
  ])('answers %s', async (_kind, request, said) => {
    const met = await meet({ params: { rounds: [{ requests: { it: request } }] } });
    expect(textOf(met)).toContain(said);
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, DONE]);
  });

  it('answers several keys at once', async () => {
    const requests = { a: form('A?'), b: url, c: sampling, d: roots };
    const met = await meet({ params: { rounds: [{ requests }] }, answer: echo });
    const text = textOf(met);
    for (const said of ['- a: ', '"answer":"A?"', '- b: ', '- c: ', 'Rome', '- d: ', 'menu']) {
      expect(text).toContain(said);
    }
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, DONE]);
  });

  it('goes through two rounds with state, and the result knows both answers', async () => {
    const rounds = [{ requests: { q: form('One?') } }, { requests: { q: form('Two?') } }];
    const met = await meet({ params: { rounds }, answer: echo });
    expect(textOf(met)).toContain('"answer":"One?"');
    expect(textOf(met)).toContain('"answer":"Two?"');
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, ASKED, DONE]);
    expect(met.counters).toMatchObject({
      calls: { run_scenario: 1 },
      rounds: { run_scenario: 2 },
    });
  });

  it('goes through two rounds without state, of which the last answer is all there is', async () => {
    const rounds = [
      { requests: { one: form('One?') }, state: false },
      { requests: { two: form('Two?') }, state: false },
    ];
    const met = await meet({ params: { rounds }, answer: echo });
    expect(textOf(met)).toContain('"answer":"Two?"');
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, ASKED, DONE]);
  });

  it('comes back as it is told when nothing but a state is given', async () => {
    const met = await meet({ params: { rounds: [{ requests: {}, state: true }] } });
    expect(textOf(met)).toContain('nothing was asked');
    expect(met.exchanges).toEqual([HANDSHAKE, ASKED, DONE]);
  });

  it('does the same for prompts', async () => {
    const met = await meet({
      params: { method: 'prompts/get', name: 'plan_meal' },
      run: (client) => client.getPrompt({ name: 'plan_meal', arguments: { dish: 'soup' } }),
    });
    expect(JSON.stringify(met.reported)).toContain('Before this call the client answered');
    expect(met.exchanges).toEqual([
      HANDSHAKE,
      'prompts/get 200 INPUT_REQUIRED input_required',
      'prompts/get 200 RESULT',
    ]);
  });

  it('does the same for resources', async () => {
    const met = await meet({
      params: { method: 'resources/read', name: 'kitchen://guide' },
      run: (client) => client.readResource({ uri: 'kitchen://guide' }),
    });
    expect(JSON.stringify(met.reported)).toContain('Before this call the client answered');
    expect(met.exchanges).toEqual([
      HANDSHAKE,
      'resources/read 200 INPUT_REQUIRED input_required',
      'resources/read 200 RESULT',
    ]);
  });

  it.each([
    ['form', form('?'), {}, { elicitation: { form: {} } }],
    ['url', url, { elicitation: { form: {} } }, { elicitation: { url: {} } }],
    ['sampling', sampling, {}, { sampling: {} }],
    ['roots', roots, {}, { roots: {} }],
  ])(
    'that did not declare %s is told which capability is missing',
    async (_kind, request, capabilities, requiredCapabilities) => {
      const params = { rounds: [{ requests: { it: request } }] };
      const met = await meet({ params, capabilities });
      expect(met.reported).toMatchObject({
        threw: 'MissingRequiredClientCapabilityError',
        code: -32021,
        data: { requiredCapabilities },
      });
      expect(met.exchanges).toEqual([
        HANDSHAKE,
        'tools/call 400 JSONRPC_ERROR -32021 input_required',
      ]);
    },
  );
});

function call(client: Client): Promise<unknown> {
  return client.callTool({ name: 'run_scenario', arguments: {} });
}

/** The text blocks of a returned tool result. */
function textOf({ reported }: Met): string {
  if (!('returned' in reported)) throw new Error(`The client threw: ${reported.message}`);
  const { content }: { content: { text?: string }[] } = reported.returned;
  return content.map(({ text }) => text ?? '').join('\n');
}
