import { readFile } from 'node:fs/promises';
import type { ServerPlan } from 'mcp-fault-kitchen';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import conformance from '../../scenarios/conformance.js';
import { createSdkUpstream } from '../../src/upstream/sdk-upstream.js';
import type { Upstream } from '../../src/upstream/upstream.js';
import { refusedPaths, validParams } from '../support/ask-scenario.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Json } from '../support/mcp.js';
import { type SendOptions, type Served, UpstreamClient } from '../support/upstream-client.js';

let upstream: Upstream;
let plan: ServerPlan;
let client: UpstreamClient;

beforeAll(() => {
  const clock = new FakeClock(Date.now());
  upstream = createSdkUpstream({ serverInfo: { name: 'kitchen', version: '1' }, clock });
  plan = upstream.plan();
  conformance.configureServer?.(plan, validParams(conformance));
});
beforeEach(() => {
  client = new UpstreamClient(upstream, { plan });
});
afterAll(async () => {
  await upstream.close();
});

async function call(name: string, params: object = {}, options?: SendOptions): Promise<Served> {
  return await client.send('tools/call', { name, arguments: {}, ...params }, options);
}

const result = ({ reply }: Served): Json => reply.result;
const textOf = (served: Served): string => result(served).content[0].text;
const asked = (name: string): string => `test_input_required_result_${name}`;

/** The schema as the suite writes it. */
async function readSchema(): Promise<unknown> {
  const file = new URL('../data/conformance/json_schema_2020_12_tool.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** The questions of a result, as key and method. */
function questions(served: Served): Record<string, string> {
  expect(result(served).resultType).toBe('input_required');
  const requests: [string, { method: string }][] = Object.entries(result(served).inputRequests);
  return Object.fromEntries(requests.map(([key, { method }]) => [key, method]));
}

const NAME = { action: 'accept', content: { name: 'Alice' } };
const COLOR = { action: 'accept', content: { color: 'blue' } };
const MODEL_ANSWER = {
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'test-model',
};
const ROOTS = { roots: [{ uri: 'file:///test/root', name: 'Test Root' }] };

describe('conformance', () => {
  it('has no params', () => {
    expect(validParams(conformance)).toEqual({});
    expect(refusedPaths(conformance, { on: {} })).toEqual(['params.on']);
  });

  it('chooses no fault and plans no dialogue, so that nothing counts as injected', async () => {
    expect(conformance.onRequest ?? conformance.onResponse).toBeUndefined();
    expect(plan.dialogues).toEqual([]);
    expect((await call(asked('elicitation'))).call.faults).toEqual([]);
  });

  it('adds what the suite names, and keeps the catalogue of its own', () => {
    const healthy = upstream.plan();
    const added = (list: 'tools' | 'resources' | 'prompts'): string[] =>
      [...plan[list].keys()].filter((name) => !healthy[list].has(name)).toSorted();
    expect([...plan.tools.keys()]).toEqual(expect.arrayContaining([...healthy.tools.keys()]));
    expect(added('tools')).toEqual([
      'json_schema_2020_12_tool',
      'test_audio_content',
      'test_elicitation',
      'test_elicitation_sep1034_defaults',
      'test_elicitation_sep1330_enums',
      'test_embedded_resource',
      'test_error_handling',
      'test_image_content',
      'test_input_required_result_capabilities',
      'test_input_required_result_elicitation',
      'test_input_required_result_list_roots',
      'test_input_required_result_multi_round',
      'test_input_required_result_multiple_inputs',
      'test_input_required_result_request_state',
      'test_input_required_result_sampling',
      'test_input_required_result_tampered_state',
      'test_logging_tool',
      'test_missing_capability',
      'test_multiple_content_types',
      'test_reconnection',
      'test_sampling',
      'test_simple_text',
      'test_streaming_elicitation',
      'test_tool_with_logging',
      'test_tool_with_progress',
      'test_trigger_prompt_change',
      'test_trigger_tool_change',
      'test_x_mcp_header',
    ]);
    expect(added('resources')).toEqual([
      'test://static-binary',
      'test://static-text',
      'test://template/{id}/data',
      'test://watched-resource',
    ]);
    expect(added('prompts')).toEqual([
      'test_input_required_result_prompt',
      'test_prompt_with_arguments',
      'test_prompt_with_embedded_resource',
      'test_prompt_with_image',
      'test_simple_prompt',
    ]);
  });
});

describe('the answers of conformance', () => {
  it.each([
    ['test_simple_text', ['text']],
    ['test_image_content', ['image']],
    ['test_audio_content', ['audio']],
    ['test_embedded_resource', ['resource']],
    ['test_multiple_content_types', ['text', 'image', 'resource']],
    ['test_reconnection', ['text']],
  ])('of %s hold %j', async (name, types) => {
    const { content, isError } = result(await call(name));
    expect(content.map(({ type }: Json) => type)).toEqual(types);
    expect(isError).toBeUndefined();
  });

  it('of test_error_handling say that the tool failed', async () => {
    const served = await call('test_error_handling');
    expect(result(served).isError).toBe(true);
    expect(textOf(served)).toBe('This tool intentionally returns an error for testing');
  });

  it('report progress to the token of the call, and to nobody without one', async () => {
    const { messages } = await call('test_tool_with_progress', {}, { meta: { progressToken: 7 } });
    expect(messages.slice(0, -1).map(({ params }) => params)).toMatchObject(
      [0, 50, 100].map((progress) => ({ progressToken: 7, progress, total: 100 })),
    );
    expect((await call('test_tool_with_progress')).messages).toHaveLength(1);
  });

  it.each([
    ['test_logging_tool', 1],
    ['test_tool_with_logging', 3],
  ])('of %s hold %i log messages only where a level is given', async (name, count) => {
    const meta = { 'io.modelcontextprotocol/logLevel': 'info' };
    expect((await call(name, {}, { meta })).messages).toHaveLength(count + 1);
    expect((await call(name)).messages).toHaveLength(1);
  });

  it.each([
    ['test://static-text', 'text/plain', 'text'],
    ['test://static-binary', 'image/png', 'blob'],
    ['test://watched-resource', 'text/plain', 'text'],
    ['test://template/123/data', 'application/json', 'text'],
  ])('hold %s', async (uri, mimeType, member) => {
    const [first] = result(await client.send('resources/read', { uri })).contents;
    expect(first).toEqual({ uri, mimeType, [member]: expect.stringMatching(/./) });
  });

  it('fill in what the template and the prompts are given', async () => {
    const uri = 'test://template/123/data';
    const [data] = result(await client.send('resources/read', { uri })).contents;
    expect(JSON.parse(data.text)).toEqual({
      id: '123',
      templateTest: true,
      data: 'Data for ID: 123',
    });
    const get = async (name: string, args: object): Promise<Json> =>
      result(await client.send('prompts/get', { name, arguments: args })).messages[0].content;
    expect(await get('test_prompt_with_arguments', { arg1: 'a', arg2: 'b' })).toEqual({
      type: 'text',
      text: "Prompt with arguments: arg1='a', arg2='b'",
    });
    expect(
      await get('test_prompt_with_embedded_resource', { resourceUri: 'test://any' }),
    ).toMatchObject({ type: 'resource', resource: { uri: 'test://any' } });
    expect(await get('test_prompt_with_image', {})).toMatchObject({ type: 'image' });
    expect(await get('test_simple_prompt', {})).toMatchObject({ type: 'text' });
  });

  it('show, unchanged, and check a schema of the whole vocabulary of 2020-12', async () => {
    const { tools } = result(await client.send('tools/list'));
    const { inputSchema } = tools.find(({ name }: Json) => name === 'json_schema_2020_12_tool');
    expect(inputSchema).toEqual(await readSchema());
    const given = { contactMethod: 'phone', phone: '1', address: { city: 'Bern' } };
    const good = await call('json_schema_2020_12_tool', { arguments: given });
    expect(JSON.parse(textOf(good))).toEqual(given);
    const off = { contactMethod: 'phone', email: 'a@b.example' };
    expect(result(await call('json_schema_2020_12_tool', { arguments: off })).isError).toBe(true);
  });

  it('take the region of test_x_mcp_header only when the header says the same', async () => {
    const to = async (region: string): Promise<Served> =>
      await call(
        'test_x_mcp_header',
        { arguments: { region: 'north' } },
        { headers: { 'mcp-param-region': region } },
      );
    expect(textOf(await to('north'))).toBe('north');
    expect((await to('south')).reply.error.code).toBe(-32020);
  });
});

describe('the questions of conformance', () => {
  it.each([
    ['elicitation', { user_name: NAME }, { user_name: 'elicitation/create' }],
    [
      'sampling',
      { capital_question: MODEL_ANSWER },
      { capital_question: 'sampling/createMessage' },
    ],
    ['list_roots', { client_roots: ROOTS }, { client_roots: 'roots/list' }],
  ])('of %s need no state', async (name, inputResponses, expected) => {
    const first = await call(asked(name));
    expect(questions(first)).toEqual(expected);
    expect(result(first)).not.toHaveProperty('requestState');
    expect(textOf(await call(asked(name), { inputResponses }))).toContain('state-ok');
  });

  it('go through both rounds of multi_round, each with a state of its own', async () => {
    const first = await call(asked('multi_round'));
    expect(questions(first)).toEqual({ step1: 'elicitation/create' });
    const { requestState } = result(first);
    const second = await call(asked('multi_round'), {
      inputResponses: { step1: NAME },
      requestState,
    });
    expect(questions(second)).toEqual({ step2: 'elicitation/create' });
    expect(result(second).requestState).not.toBe(requestState);
    const last = await call(asked('multi_round'), {
      inputResponses: { step2: COLOR },
      requestState: result(second).requestState,
    });
    expect(textOf(last)).toMatch(/Alice.*blue/);
  });

  it('ask everything of multiple_inputs at once', async () => {
    const first = await call(asked('multiple_inputs'));
    expect(questions(first)).toEqual({
      user_name: 'elicitation/create',
      greeting: 'sampling/createMessage',
      client_roots: 'roots/list',
    });
    const inputResponses = { user_name: NAME, greeting: MODEL_ANSWER, client_roots: ROOTS };
    const { requestState } = result(first);
    const last = await call(asked('multiple_inputs'), { inputResponses, requestState });
    expect(textOf(last)).toMatch(/Alice.*Paris.*file:/);
  });

  it.each(['request_state', 'tampered_state'])('of %s take their own state alone', async (name) => {
    const first = await call(asked(name));
    const { requestState } = result(first);
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } };
    const changed = { inputResponses, requestState: `${requestState}-TAMPERED` };
    expect((await call(asked(name), changed)).reply.error.code).toBe(-32602);
    expect(textOf(await call(asked(name), { inputResponses, requestState }))).toContain('state-ok');
  });

  it.each([
    [{ sampling: {} }, { capital_question: 'sampling/createMessage' }],
    [{ elicitation: {} }, { user_name: 'elicitation/create' }],
    [{ roots: {} }, { client_roots: 'roots/list' }],
  ])('of capabilities are for a client with %j: %j', async (capabilities, expected) => {
    expect(questions(await call(asked('capabilities'), {}, { capabilities }))).toEqual(expected);
  });

  it('are none for a client without capabilities, or the call is refused', async () => {
    const options = { capabilities: {} };
    expect(textOf(await call(asked('capabilities'), {}, options))).toContain('state-ok');
    const { answer, reply } = await call('test_missing_capability', {}, options);
    expect(answer.status).toBe(400);
    expect(reply.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  });

  it('come before a prompt too', async () => {
    const name = asked('prompt');
    expect(questions(await client.send('prompts/get', { name }))).toEqual({
      user_context: 'elicitation/create',
    });
    const user_context = { action: 'accept', content: { context: 'a picnic' } };
    const filled = await client.send('prompts/get', { name, inputResponses: { user_context } });
    expect(result(filled).messages[0].content.text).toContain('a picnic');
  });

  it.each([
    [
      'test_sampling',
      { prompt: 'Well?' },
      MODEL_ANSWER,
      'LLM response: {"type":"text","text":"Paris"}',
    ],
    [
      'test_elicitation',
      { message: 'Who?' },
      { action: 'accept', content: { username: 'u', email: 'e@x.example' } },
      'User response: action=accept, content={"username":"u","email":"e@x.example"}',
    ],
    [
      'test_elicitation_sep1034_defaults',
      {},
      { action: 'decline' },
      'Elicitation completed: action=decline, content={}',
    ],
    [
      'test_elicitation_sep1330_enums',
      {},
      { action: 'accept', content: { titledSingle: 'value1', untitledMulti: ['option2'] } },
      'Elicitation completed: action=accept, content={"titledSingle":"value1","untitledMulti":["option2"]}',
    ],
  ])('of %s end with what the client answered', async (name, args, response, expected) => {
    const { requestState } = result(await call(name, { arguments: args }));
    const last = await call(name, { arguments: args, inputResponses: { response }, requestState });
    expect(textOf(last)).toBe(expected);
  });
});
