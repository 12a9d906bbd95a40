/** The tables of the README against the code. */
import { readFile } from 'node:fs/promises';
import type { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.js';
import { createProgram } from '../../src/cli/program.js';
import { ERROR_CATALOGUE } from '../../src/errors.js';
import { OUTCOME_LAYERS } from '../../src/observations/outcome.js';
import { loadScenarios } from '../../src/scenario/load-scenarios.js';
import { paramsSchema } from '../../src/scenario/params-schema.js';
import { onSchema } from '../../src/scenario/targeting.js';
import { versionsOf } from '../../src/server-info.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';
import { codesOf, readPage, type Table } from './read-page.js';

const page = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const { tables } = readPage(page);

/** The rows under a heading, of the nth table there whose first column has this name. */
function rowsOf(heading: string, first: string, nth = 0): Table['rows'] {
  const found = tables.filter((table) => table.heading === heading && table.head[0] === first)[nth];
  if (found === undefined) throw new Error(`The README has no table ${first} under ${heading}.`);
  return found.rows;
}

const codesInFirst = (rows: Table['rows']): readonly string[] =>
  rows.flatMap(([cell]) => codesOf(cell));
const sorted = (names: Iterable<string>): readonly string[] => [...names].toSorted();

describe('the protocol', () => {
  it('has the revisions of the first paragraph', () => {
    const [, paragraph = ''] = page.split('\n\n');
    expect(paragraph.match(/\d{4}-\d\d-\d\d/g)).toEqual(versionsOf('both'));
  });
});

describe('a session', () => {
  it('ends for the reasons of the table', async () => {
    const { components } = await openApi();
    const { endReason } = z
      .object({ endReason: z.looseObject({ enum: z.array(z.string().nullable()) }) })
      .parse(components.schemas['Session']?.properties);
    const ending = rowsOf('Sessions', 'Word').find(([word]) => word === 'ending');
    const reasons = codesOf(ending?.[1]).filter((code) => /^[a-z]+$/.test(code));
    expect(sorted(reasons)).toEqual(sorted(endReason.enum.filter((each) => each !== null)));
  });
});

describe('scenarios', () => {
  const rows = rowsOf('Scenarios', 'Scenario');

  it('are listed with their groups', async () => {
    const { scenarios } = await loadScenarios();
    const listed = rows.map(([id, group]) => `${codesOf(id)[0] ?? ''} ${group ?? ''}`);
    const loaded = [...scenarios.values()].map(
      ({ scenario }) => `${scenario.id} ${scenario.group}`,
    );
    expect(sorted(listed)).toEqual(sorted(loaded));
  });

  it.each(rows.map(([id = '', , , params = '']) => ({ id: codesOf(id)[0] ?? '', params })))(
    '$id: each param stands there with its default',
    async ({ id, params }) => {
      const { scenarios } = await loadScenarios();
      const scenario = scenarios.get(id)?.scenario;
      if (scenario === undefined) throw new Error(`There is no scenario ${id}.`);
      const { properties } = z
        .object({ properties: z.record(z.string(), z.looseObject({})) })
        .parse(paramsSchema(scenario));
      const items = params === '' ? [] : params.split(/, (?=`)/);
      expect(items.map((item) => codesOf(item)[0])).toEqual(Object.keys(properties));
      for (const item of items) {
        const [name = '', value] = codesOf(item);
        const byDefault = properties[name]?.['default'];
        if (value !== undefined)
          expect({ [name]: JSON.parse(value) }).toEqual({ [name]: byDefault });
        // Where a default is too long to be shown, words stand for it.
        else expect(item === `\`${name}\``, item).toBe(byDefault === undefined);
      }
    },
  );
});

describe('`on`', () => {
  const heading = '`on`: which requests are meant';

  it('is described field by field', () => {
    const { properties = {} } = z.toJSONSchema(onSchema, { io: 'input' });
    const fields = rowsOf(heading, 'Field').map(([cell = '']) => codesOf(cell));
    expect(sorted(fields.flat())).toEqual(sorted(Object.keys(properties)));
  });

  it.each(codesInFirst(rowsOf(heading, 'Example')))('takes the example %s', (example) => {
    expect(onSchema.safeParse(JSON.parse(example))).toMatchObject({ success: true });
  });
});

describe('the record', () => {
  it('has the outcomes of the table, each in its layer', () => {
    const rows = rowsOf('Outcomes', 'Outcome');
    const listed = rows.map(([name, layer]) => [codesOf(name)[0], layer]);
    expect(Object.fromEntries(listed)).toEqual(OUTCOME_LAYERS);
    expect(rows).toHaveLength(Object.keys(OUTCOME_LAYERS).length);
  });

  it('has the fields of the table', async () => {
    const { components } = await openApi();
    expect(sorted(codesInFirst(rowsOf('What is recorded', 'Field')))).toEqual(
      sorted(Object.keys(components.schemas['Observation']?.properties ?? {})),
    );
  });
});

/** These need no kitchen that runs. */
const ALONE = ['serve', 'lint', 'schema'];

describe('the command', async () => {
  const heading = 'The command';
  const { commands: verbs } = await createProgram();
  const optionsOf = (name: string): readonly Option[] =>
    verbs.find((verb) => verb.name() === name)?.options ?? [];
  const flagsOf = (name: string): readonly string[] =>
    optionsOf(name).map(({ long }) => long ?? '');
  const common = codesInFirst(rowsOf(heading, 'Option'));

  it('has the verbs of the table, each with its options', () => {
    const listed = rowsOf(heading, 'Verb').map(([verb, , own]) => [
      codesOf(verb)[0]?.split(' ')[0],
      sorted(codesOf(own)),
    ]);
    const own = (name: string): readonly string[] =>
      name === 'serve' ? [] : sorted(flagsOf(name).filter((flag) => !common.includes(flag)));
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(verbs.map((verb) => [verb.name(), own(verb.name())])),
    );
  });

  it('has the common options in every verb that talks to a kitchen', () => {
    for (const verb of verbs) {
      if (!ALONE.includes(verb.name()))
        expect(flagsOf(verb.name())).toEqual(expect.arrayContaining([...common]));
    }
  });

  it('has the options of serve', () => {
    expect(codesInFirst(rowsOf(heading, 'Option', 1))).toEqual(flagsOf('serve'));
  });

  it.each([
    { verb: 'select', nth: 0 },
    { verb: 'serve', nth: 1 },
  ])('$verb: has the defaults of the table', ({ verb, nth }) => {
    for (const [flag, value] of rowsOf(heading, 'Option', nth)) {
      const name = codesOf(flag)[0];
      const option = optionsOf(verb).find(({ long }) => long === name);
      if (option === undefined) throw new Error(`${verb} has no option ${name ?? ''}.`);
      expect([name, codesOf(value)[0]]).toEqual([name, defaultOf(option)]);
    }
  });

  it('reads each option from the variable that follows from its name', () => {
    for (const { options } of verbs) {
      for (const { long, envVar } of options) {
        const name = long?.slice(2).toUpperCase().replaceAll('-', '_') ?? '';
        expect(envVar).toBe(`KITCHEN_${name}`);
      }
    }
  });

  it('has the exit codes of the table', () => {
    const codes = rowsOf(heading, 'Exit code').map(([code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT));
  });

  it('takes the values of newSessionOn', () => {
    const option = optionsOf('select').find(({ long }) => long === '--new-session-on');
    expect(codesInFirst(rowsOf('Sessions', 'newSessionOn'))).toEqual(option?.argChoices);
  });
});

/** As the option has it, or as its description tells it: `(10m)`, `default: kitchen.db here`. */
function defaultOf({ defaultValue, description, negate }: Option): string | undefined {
  if (defaultValue !== undefined && !negate) return String(defaultValue);
  return /\((?:default: )?([\w.]+)(?: here;.*)?\)/.exec(description)?.[1];
}

describe('the admin API', () => {
  it('has the calls of the table', async () => {
    const { paths } = await openApi();
    const calls = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${shorten(path)}`),
    );
    expect(sorted(rowsOf('The admin API', 'Call').map(([call]) => codesOf(call)[0] ?? ''))).toEqual(
      sorted(calls),
    );
  });

  it('has the errors of the table', () => {
    const listed = rowsOf('The admin API', 'Code').map(([code, status, title]) => [
      codesOf(code)[0],
      { status: Number(status), title },
    ]);
    expect(Object.fromEntries(listed)).toEqual(ERROR_CATALOGUE);
  });
});

const openApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
});

async function openApi(): Promise<z.output<typeof openApiDocument>> {
  const kitchen = await testKitchen();
  const answer = await fetch(`${kitchen.apiUrl}/openapi.json`);
  return openApiDocument.parse(await answer.json());
}

/** Path parameters as the table writes them. */
function shorten(path: string): string {
  const names = { workspace: 'WS', session: 'ID', id: 'ID', number: 'N' };
  return Object.entries(names).reduce(
    (text, [name, short]) => text.replace(`{${name}}`, short),
    path,
  );
}

describe('the healthy server', () => {
  it('has the tools, resources and prompts of the table', () => {
    const { tools, resources, prompts } = createCatalogue(new FakeClock())();
    const listed = rowsOf('The healthy server', 'Kind').map(
      ([kind = '', name]) => `${kind} ${codesOf(name)[0] ?? ''}`,
    );
    expect(sorted(listed)).toEqual(
      sorted([
        ...[...tools.keys()].map((name) => `tool ${name}`),
        ...[...resources.keys()].map((uri) => `resource ${uri}`),
        ...[...prompts.keys()].map((name) => `prompt ${name}`),
      ]),
    );
  });
});
