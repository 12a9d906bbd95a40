import type { PlannedDialogue, ServerPlan } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import inputRequired from '../../scenarios/input_required.js';
import { refusedPaths, validParams } from '../support/ask-scenario.js';

function planned(input: object): readonly PlannedDialogue[] {
  const plan: ServerPlan = {
    tools: new Map(),
    resources: new Map(),
    prompts: new Map(),
    dialogues: [],
  };
  inputRequired.configureServer?.(plan, validParams(inputRequired, input));
  return plan.dialogues;
}

const form = (properties: object): object => ({
  kind: 'form',
  message: 'Well?',
  schema: { type: 'object', properties },
});
const ask = form({ a: { type: 'string' } });

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
        params: { messages: [{ role: 'user' }], maxTokens: 9, temperature: 0 },
      },
      folders: { kind: 'roots' },
    };
    expect(
      planned({ method: 'resources/read', name: 'kitchen://menu', rounds: [{ requests }] }),
    ).toEqual([
      { method: 'resources/read', name: 'kitchen://menu', rounds: [{ requests, state: true }] },
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
      { rounds: [{ requests: { a: { kind: 'sampling', params: { messages: [{}] } } } }] },
      'params.rounds[0].requests.a.params.maxTokens',
    ],
    [{ on: {} }, 'params.on'],
  ])('refuses %j', (input, path) => {
    expect(refusedPaths(inputRequired, input)).toEqual([path]);
  });
});
