import { KitchenError, type PlannedDialogue, type ServerPlan } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import inputRequired from '../../scenarios/input_required.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import { refusedPaths, validParams } from '../support/ask-scenario.js';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';

const catalogue = createCatalogue(new FakeClock());

function planned(input: object): readonly PlannedDialogue[] {
  const plan: ServerPlan = catalogue();
  inputRequired.configureServer?.(plan, validParams(inputRequired, input));
  return plan.dialogues;
}

const form = (properties: object): object => ({
  kind: 'form',
  message: 'Well?',
  schema: { type: 'object', properties },
});
const ask = form({ a: { type: 'string' } });
const userMessage = { role: 'user', content: { type: 'text', text: 'Which city?' } };
/** Paths that are refused in the schema of a form, relative to it. */
const refusedIn = (schema: object): readonly string[] =>
  refusedPaths(inputRequired, {
    rounds: [{ requests: { a: { kind: 'form', message: 'Well?', schema } } }],
  }).map((path) => path.replace('params.rounds[0].requests.a.schema.', ''));

describe('input_required', () => {
  it('asks approval with a reason before run_scenario, with state', () => {
    expect(planned({})).toEqual([
      {
        method: 'tools/call',
        name: 'run_scenario',
        rounds: [
          {
            state: true,
            requests: {
              approval: {
                kind: 'form',
                message: expect.any(String),
                schema: {
                  type: 'object',
                  properties: {
                    approved: expect.objectContaining({ type: 'boolean' }),
                    reason: expect.objectContaining({ type: 'string' }),
                  },
                  required: ['approved', 'reason'],
                },
              },
            },
          },
        ],
      },
    ]);
  });

  it('takes every kind of request, several at once, on any call that may ask', () => {
    const requests = {
      form: ask,
      page: { kind: 'url', message: 'Look.', url: 'https://example.com/?a=1' },
      model: {
        kind: 'sampling',
        params: { messages: [userMessage], maxTokens: 9, temperature: 0 },
      },
      folders: { kind: 'roots' },
    };
    expect(
      planned({ method: 'resources/read', name: 'kitchen://guide', rounds: [{ requests }] }),
    ).toEqual([
      { method: 'resources/read', name: 'kitchen://guide', rounds: [{ requests, state: true }] },
    ]);
  });

  it('takes a round that carries a state and asks nothing', () => {
    expect(planned({ rounds: [{}] })[0]?.rounds).toEqual([{ requests: {}, state: true }]);
  });

  it('takes rounds whose keys repeat as long as a state tells them apart', () => {
    const rounds = [
      { requests: { a: ask }, state: true },
      { requests: { a: ask }, state: true },
      { requests: { b: ask }, state: false },
      { requests: { c: ask }, state: false },
    ];
    expect(refusedPaths(inputRequired, { rounds })).toEqual([]);
  });

  it('refuses rounds without state whose keys repeat', () => {
    const rounds = [
      { requests: { a: ask, b: ask }, state: false },
      { requests: { c: ask }, state: true },
      { requests: { c: ask, b: ask }, state: false },
    ];
    expect(refusedPaths(inputRequired, { rounds })).toEqual([
      'params.rounds[0].requests.b',
      'params.rounds[2].requests.c',
      'params.rounds[2].requests.b',
    ]);
  });

  it.each([
    [{ method: 'tools/list' }, 'params.method'],
    [{ method: 'prompts/get' }, 'params.name'],
    [{ name: '' }, 'params.name'],
    [{ rounds: [] }, 'params.rounds'],
    [{ rounds: Array.from({ length: 21 }, () => ({})) }, 'params.rounds'],
    [{ rounds: [{ state: false }] }, 'params.rounds[0]'],
    [{ rounds: [{ ask: {} }] }, 'params.rounds[0].ask'],
    [{ rounds: [{ requests: { '': ask } }] }, 'params.rounds[0].requests.'],
    [{ rounds: [{ requests: { a: { kind: 'fax' } } }] }, 'params.rounds[0].requests.a.kind'],
    [{ rounds: [{ requests: { a: { kind: 'roots', b: 1 } } }] }, 'params.rounds[0].requests.a.b'],
    [
      { rounds: [{ requests: { a: { kind: 'url', message: 'm', url: 'nowhere' } } }] },
      'params.rounds[0].requests.a.url',
    ],
    [
      { rounds: [{ requests: { a: form({ deep: { type: 'object' } }) } }] },
      'params.rounds[0].requests.a.schema.properties.deep.type',
    ],
    [
      { rounds: [{ requests: { a: { kind: 'sampling', params: { messages: [userMessage] } } } }] },
      'params.rounds[0].requests.a.params.maxTokens',
    ],
    [{ on: {} }, 'params.on'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(inputRequired, input)).toEqual([path]);
  });

  it('refuses messages for sampling that are none', () => {
    const params = { messages: [userMessage, {}], maxTokens: 9 };
    const rounds = [{ requests: { a: { kind: 'sampling', params } } }];
    expect(refusedPaths(inputRequired, { rounds })).toEqual([
      'params.rounds[0].requests.a.params.messages[1].role',
      'params.rounds[0].requests.a.params.messages[1].content',
    ]);
  });
});

describe('the form of input_required', () => {
  it('takes every kind of field that the specification has', () => {
    const titled = [{ const: 'a', title: 'A' }];
    const properties = {
      text: { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 1 },
      mail: { type: 'string', format: 'email', default: 'a@b.example' },
      number: { type: 'number', minimum: 0.5, maximum: 0.5 },
      count: { type: 'integer', default: 3 },
      flag: { type: 'boolean', default: true },
      one: { type: 'string', enum: ['a', 'b'], default: 'a' },
      titled: { type: 'string', oneOf: titled },
      legacy: { type: 'string', enum: ['a'], enumNames: ['A'] },
      many: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 0, maxItems: 1 },
      manyTitled: { type: 'array', items: { anyOf: titled }, default: ['a'] },
    };
    const required = Object.keys(properties);
    expect(refusedIn({ type: 'object', properties, required })).toEqual([]);
  });

  it.each([
    [{ type: 'string', pattern: '^a' }, 'pattern'],
    [{ type: 'string', minLength: 3, maxLength: 2 }, 'maxLength'],
    [{ type: 'string', minLength: -1 }, 'minLength'],
    [{ type: 'string', format: 'ipv4' }, 'format'],
    [{ type: 'string', enum: [] }, 'enum'],
    [{ type: 'integer', minimum: 3, maximum: 2 }, 'maximum'],
    [{ type: 'number', minimum: '3' }, 'minimum'],
    [{ type: 'boolean', default: 'yes' }, 'default'],
    [{ type: 'array' }, 'items'],
    [
      { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 2, maxItems: 1 },
      'maxItems',
    ],
  ])('refuses the field %j', (field, path) => {
    expect(refusedIn({ type: 'object', properties: { a: field } })).toEqual([
      `properties.a.${path}`,
    ]);
  });

  it('refuses to require a field that is not there', () => {
    const properties = { guests: { type: 'integer' } };
    expect(refusedIn({ type: 'object', properties, required: ['guests', 'guest'] })).toEqual([
      'required[1]',
    ]);
  });
});

describe('the target of input_required', () => {
  const refused = async (params: object): Promise<unknown> => {
    const kitchen = await testKitchen();
    try {
      return kitchen.select({ scenario: 'input_required', params: { ...params } }).params;
    } catch (error) {
      return error instanceof KitchenError ? [error.code, error.message, error.errors] : error;
    }
  };

  it.each([
    [{ name: 'run_scenarioo' }, 'There is no tool "run_scenarioo". Did you mean run_scenario?'],
    [
      { method: 'prompts/get', name: 'plan_meel' },
      'There is no prompt "plan_meel". Did you mean plan_meal?',
    ],
    [
      { method: 'resources/read', name: 'kitchen://guid' },
      'There is no resource "kitchen://guid". Did you mean kitchen://guide?',
    ],
  ])('is refused when it is saved and the catalogue has none: %j', async (params, message) => {
    expect(await refused(params)).toEqual([
      'invalid_params',
      `The params of input_required are not valid. params.name: ${message}`,
      [{ path: 'params.name', message }],
    ]);
  });

  it('names all that there are where none is near', async () => {
    expect(await refused({ name: 'zzzzzzzzzz' })).toMatchObject([
      'invalid_params',
      expect.stringMatching(/These exist: run_scenario, echo, .*connection\.$/),
      [{ path: 'params.name' }],
    ]);
  });

  it.each([
    [{ method: 'prompts/get', name: 'plan_meal' }],
    [{ method: 'resources/read', name: 'kitchen://recipes/{dish}' }],
    [{ method: 'resources/read', name: 'kitchen://recipes/soup' }],
  ])('may be %j', async (params) => {
    expect(await refused(params)).toMatchObject(params);
  });

  it('is refused for an ordered session, too, and nothing is left of it', async () => {
    const kitchen = await testKitchen();
    const order = { scenario: 'input_required', params: { name: 'ech' }, workspace: 'new' };
    expect(() => kitchen.order(order)).toThrow('Did you mean echo?');
    expect(kitchen.service.workspaces().map(({ name }) => name)).toEqual(['default']);
  });
});
