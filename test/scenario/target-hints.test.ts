import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../src/clock.js';
import { CLIENT_METHODS, findTargetHints } from '../../src/scenario/target-hints.js';
import type { On } from '../../src/scenario/targeting.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import { testKitchen } from '../support/kitchen.js';

const plan = createCatalogue(systemClock)();

describe('a hint', () => {
  it.each<[On, readonly string[]]>([
    [{}, []],
    [{ method: ['tools/call', 'initialize', 'notifications/initialized'] }, []],
    [{ method: 'tools/cal' }, ['on.method: no MCP method tools/cal; did you mean tools/call?']],
    [
      { method: ['ping', 'Tools/List', 'example/own'] },
      [
        'on.method: no MCP method Tools/List; did you mean tools/list?',
        'on.method: no MCP method example/own',
      ],
    ],
    [{ method: 'tools/call', name: 'echo' }, []],
    [
      { method: 'tools/call', name: ['echo', 'ehco'] },
      ['on.name: no tool ehco; did you mean echo?'],
    ],
    [{ method: 'prompts/get', name: 'echo' }, ['on.name: no prompt echo']],
    [{ name: 'kitchen://guide' }, []],
    [{ name: 'kitchen://recipes/soup' }, []],
    [
      { name: 'kitchen://guid' },
      ['on.name: no tool or prompt or resource kitchen://guid; did you mean kitchen://guide?'],
    ],
    [
      { method: 'tools/list', name: 'echo' },
      ['on.name: only tools/call, prompts/get, resources/read name something; nothing can match.'],
    ],
  ])('for %j', (on, hints) => {
    expect(findTargetHints(on, plan)).toEqual(hints);
  });

  it('comes with what is saved and with what is ordered, and refuses neither', async () => {
    const kitchen = await testKitchen();
    const wrong = { scenario: 'tool_error', params: { on: { method: 'tools/cal' } } };
    const hints = ['on.method: no MCP method tools/cal; did you mean tools/call?'];
    expect(kitchen.select(wrong).hints).toEqual(hints);
    expect(kitchen.order(wrong).hints).toEqual(hints);
    expect(kitchen.select({ scenario: 'tool_error' }).hints).toEqual([]);
    expect(kitchen.order({ scenario: 'input_required' }).hints).toEqual([]);
  });

  it('looks at the catalogue that the scenario configures', async () => {
    const kitchen = await testKitchen();
    const params = { on: { name: 'no_such_tool' } };
    expect(kitchen.select({ scenario: 'baseline', params }).hints).toHaveLength(1);
  });
});

it.each(['2026-07-28', '2025-11-25'])('every method of a client of %s is known', (version) => {
  const file = new URL(`../data/spec/${version}/schema.json`, import.meta.url);
  const { $defs } = z
    .object({ $defs: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(file, 'utf8')));
  const methods = ['ClientRequest', 'ClientNotification'].flatMap((name) => {
    const any = z.object({ anyOf: z.array(z.object({ $ref: z.string() })) }).safeParse($defs[name]);
    return (any.data?.anyOf ?? []).map(
      ({ $ref }) =>
        z
          .object({ properties: z.object({ method: z.object({ const: z.string() }) }) })
          .parse($defs[$ref.slice('#/$defs/'.length)]).properties.method.const,
    );
  });
  expect(methods.length).toBeGreaterThan(5);
  expect(CLIENT_METHODS).toEqual(expect.arrayContaining(methods));
});
