/** Plays every scenario on the wire, by what `ID.yaml` says. `SCENARIOS=hang,outage` plays these alone. */
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import { loadScenarios } from '../../src/scenario/load-scenarios.js';
import { paramsSchema } from '../../src/scenario/params-schema.js';
import { groupsIn, type Play, playWith, readYaml } from '../coverage/ledger-format.js';
import { play } from '../coverage/ledger-runner.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
vi.setConfig({ maxConcurrency: 8 });

const wanted = process.env['SCENARIOS']?.split(',');
const ids = groupsIn(FOLDER).filter((id) => wanted?.includes(id) ?? true);
const { scenarios } = await loadScenarios();

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
});
afterAll(() => kitchen.close());

/** `params`, and perhaps a `seed`, stand for the selection of the file's own scenario; null is the seed of the scenario. */
function readPlays(id: string): Readonly<Record<string, Play>> {
  const own = z.looseObject({
    params: z.record(z.string(), z.unknown()).default({}),
    seed: z.int().nullable().default(1),
  });
  const played = z.preprocess((entry) => {
    const { params, seed, ...rest } = own.parse(entry);
    return { ...rest, select: { scenario: id, params, ...(seed !== null && { seed }) } };
  }, playWith({}));
  return readYaml(`${FOLDER}${id}.yaml`, z.record(z.string(), played));
}

/** The params that have few values, each with all of them. */
function choicesOf(id: string): readonly (readonly [name: string, values: readonly unknown[]])[] {
  const scenario = scenarios.get(id)?.scenario;
  if (scenario === undefined) throw new Error(`There is no scenario ${id}`);
  const { properties = {} } = z
    .object({ properties: z.record(z.string(), z.looseObject({})).optional() })
    .parse(paramsSchema(scenario));
  return Object.entries(properties).map(([name, { type, enum: values, const: only }]) => {
    if (Array.isArray(values)) return [name, values];
    if (only !== undefined) return [name, [only]];
    return [name, type === 'boolean' ? [true, false] : []];
  });
}

describe.each(ids)('%s', { concurrent: true }, (id) => {
  const plays = readPlays(id);

  it('is played with its defaults and with every choice of its params', () => {
    const chosen = Object.values(plays).map(({ select }) => select.params ?? {});
    expect(chosen.filter((params) => Object.keys(params).length === 0)).not.toEqual([]);
    const defaults = scenarios.get(id)?.scenario.params.parse({}) ?? {};
    for (const [name, values] of choicesOf(id)) {
      const played = new Set(chosen.map((params) => (name in params ? params : defaults)[name]));
      expect(
        values.filter((value) => !played.has(value)),
        name,
      ).toEqual([]);
    }
  });

  it.each(Object.entries(plays))('%s', (_, each) => play(kitchen, each));
});
