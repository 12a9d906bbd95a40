import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkParams } from '../../src/scenario/check-params.js';
import { systemClock } from '../../src/clock.js';
import { createCatalogue } from '../../src/upstream/catalogue/catalogue.js';
import { readFileScenario, type ReadScenario } from '../../src/script/file-scenario.js';

const HEAD = `id: soup
title: Soup
group: transport
summary: Soup instead of the answer.
lesson: Ask again.
`;

const JSON_HEAD = '{"id":"soup","title":"Soup","group":"transport","summary":"S.","lesson":"L."';

const read = (text: string, file = '/nowhere/soup.yaml'): Promise<ReadScenario> =>
  readFileScenario(HEAD + text, file);

function mistakesOf(result: ReadScenario): readonly string[] {
  if (result.ok) throw new Error('expected mistakes');
  return result.mistakes.map(
    ({ place, reason }) => `${String(place.line)}:${String(place.column)} ${reason}`,
  );
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'kitchen-script-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true });
  });
  return path;
}

describe('a scenario file', () => {
  it('becomes a scenario with checked params', async () => {
    const result = await read(`
params:
  status: { type: integer, minimum: 400, maximum: 599, default: 503, description: The status. }
rules:
  - do: { http_status: { status: '{{param.status}}' } }
`);
    if (!result.ok) throw new Error(JSON.stringify(result.mistakes));
    const { scenario } = result;
    expect(checkParams(scenario, {})).toEqual({ ok: true, params: { status: 503 } });
    expect(checkParams(scenario, { status: 200 })).toMatchObject({
      ok: false,
      errors: [{ path: 'params.status' }],
    });
    expect(checkParams(scenario, { stauts: 500 })).toMatchObject({
      ok: false,
      errors: [{ path: 'params.stauts' }],
    });
  });

  it('may be JSON', async () => {
    const json = JSON.stringify({
      id: 'soup',
      title: 'Soup',
      group: 'transport',
      summary: 'Soup.',
      lesson: 'Ask again.',
      rules: [{ do: { http_status: { status: 500 } } }],
    });
    expect(await readFileScenario(json, '/nowhere/soup.json')).toMatchObject({ ok: true });
  });

  it('has no merge keys, and says so', async () => {
    const rules = (key: string): string =>
      `rules:\n  - &a { do: { http_status: { status: 500 } } }\n  - { ${key}: *a, on: { verb: POST } }\n`;
    const [mistake] = mistakesOf(await read(rules('<<')));
    expect(mistake).toMatch(/^8:7 YAML 1\.2 has no merge keys: /);
    expect(mistakesOf(await read(rules("'<<'")))[0]).toContain('there is no such key here');
  });

  it('is refused with line and column of the first thing that is wrong', async () => {
    expect(mistakesOf(await read('rules:\n  - do: { http_statsu: { status: 500 } }\n'))).toEqual([
      expect.stringMatching(/^7:\d+ rules\.0\.do\.http_statsu: /),
    ]);
    expect(mistakesOf(await read('rules:\n  - do: { http_status: { status: 99 } }\n'))).toEqual([
      expect.stringMatching(/^7:\d+ rules\.0\.do\.http_status\.status: /),
    ]);
    expect(mistakesOf(await read('rules: [\n'))).toEqual([expect.stringMatching(/^\d+:\d+ /)]);
    expect(mistakesOf(await read('rules: []\nrules: []\n'))[0]).toMatch(/^7:\d+ .*unique/i);
  });

  it('is refused where it names a param that it does not declare', async () => {
    const text = `
params:
  status: { type: integer, default: 503, description: The status. }
rules:
  - do: { http_status: { status: '{{param.staus}}' } }
`;
    expect(mistakesOf(await read(text))[0]).toContain(
      'there is no param staus; did you mean status?',
    );
  });

  it('is refused where a param is never used, or compared with what it never is', async () => {
    const text = `
params:
  a: { type: choice, of: [x, y], default: x, description: One of two. }
  b: { type: boolean, default: true, description: Unused. }
rules:
  - if: { a: z }
    do: { http_status: { status: 500 } }
  - if: { a: x }
    do: { http_status: { status: 501 } }
`;
    expect(mistakesOf(await read(text))).toEqual([
      '11:14 rules.0.if.a: a is never "z"',
      '9:6 params.b: no rule uses this param',
    ]);
  });

  it('says which forms there are where a value has none of them', async () => {
    const text = 'rules:\n  - do: { events: { items: [{ mesage: { a: 1 } }] } }\n';
    expect(mistakesOf(await read(text))[0]).toMatch(
      /^7:\d+ rules\.0\.do\.events\.items\.0: it is none of the forms that are known here: message, data, healthy/,
    );
    const close = 'rules:\n  - do: { events: { items: [{ healthy: respons }] } }\n';
    expect(mistakesOf(await read(close))[0]).toMatch(/items\.0\.healthy: .*"response"/);
  });

  it.each([
    ['rules:\n  - do: { body: { text: {{id}} } }\n', '7:25', '{{id}}'],
    ['rules:\n  - do: { http_status: { status: {{param.x}} } }\n', '7:34', '{{param.x}}'],
    [
      'rules:\n  - do:\n      result: { result: { a: [{{json:params}}] } }\n',
      '8:31',
      '{{json:params}}',
    ],
  ])('says that quotes are missing around a placeholder: %j', async (text, place, placeholder) => {
    expect(mistakesOf(await read(text))).toEqual([
      `${place} YAML makes an object of ${placeholder}: put quotes around it: '${placeholder}'`,
    ]);
  });

  it('says so where a placeholder makes it no YAML at all', async () => {
    const text = 'rules:\n  - do: { body: { text: {{id}} and more } }\n';
    expect(mistakesOf(await read(text))[0]).toMatch(/^7:\d+ .*put quotes around a text with a/);
  });

  it.each([
    ['an unknown fault', 'do: { htp_status: {} }', '7:11 rules.0.do.htp_status: ', 'http_status'],
    [
      'a field of a fault',
      'do: { cut: { afterByte: 1 } }',
      '7:18 rules.0.do.cut.afterByte',
      'afterBytes',
    ],
    ['a word of `on`', 'on: { methd: x }', '7:11 rules.0.on.methd: ', 'method'],
    [
      'a field of one of several forms',
      'do: { events: { items: [{ data: x, evnt: y }] } }',
      '7:40 rules.0.do.events.items.0.evnt: ',
      'event',
    ],
    [
      'a form',
      'do: { events: { items: [{ repeat: 2, items: [{ mesage: 1 }] }] } }',
      '7:50 rules.0.do.events.items.0.items.0: ',
      'message',
    ],
    [
      'a value that says which form is meant',
      'do: { rewrite: { patch: [{ op: ad, path: /x, value: 1 }] } }',
      '7:36 rules.0.do.rewrite.patch.0.op: ',
      'add',
    ],
    ['one of several values', 'do: { cut: { how: rest } }', '7:23 rules.0.do.cut.how: ', 'reset'],
  ])('is told what was meant where %s is misspelt', async (_what, rule, begins, meant) => {
    const [mistake = ''] = mistakesOf(await read(`rules:\n  - ${rule}\n`));
    expect(mistake).toContain(begins);
    expect(mistake).toMatch(new RegExp(`; did you mean ${meant}\\?$`));
  });

  it.each([
    [
      'do: { http_status: {} }',
      '7:24 rules.0.do.http_status.status: it is missing (expected number)',
    ],
    [
      'do: { rewrite: { patch: [{ op: add, path: /x }] } }',
      '7:30 rules.0.do.rewrite.patch.0.value: it is missing',
    ],
  ])('is told what is missing: %s', async (rule, mistake) => {
    expect(mistakesOf(await read(`rules:\n  - ${rule}\n`))).toEqual([mistake]);
  });

  it('is told which groups there are where it names none', async () => {
    const without = HEAD.replace('group: transport\n', '');
    const text = `${without}rules:\n  - do: { http_status: { status: 500 } }\n`;
    expect(mistakesOf(await readFileScenario(text, '/nowhere/soup.yaml'))).toEqual([
      expect.stringMatching(/^1:1 group: it is missing \(one of connection, transport, /),
    ]);
  });

  it('is refused where it leads to a state that no rule has', async () => {
    const text = `rules:
  - { in: start, on: { nth: 2 }, do: { http_status: { status: 503 } }, goto: brokn }
  - { in: broken, do: { http_status: { status: 500 } } }
`;
    expect(mistakesOf(await read(text))).toEqual([
      expect.stringMatching(/^8:\d+ rules\.1\.in: No rule leads to the state "broken"/),
      '7:78 rules.0.goto: No rule holds in the state "brokn"; did you mean broken?',
    ]);
    const lost = `states: { start: { after: 1s, goto: nowhere } }
rules:
  - { in: start, do: { http_status: { status: 503 } } }
`;
    expect(mistakesOf(await read(lost))).toEqual([
      expect.stringMatching(
        /^6:37 states\.start\.goto: .*say so by `states: \{ nowhere: \{\} \}`$/,
      ),
    ]);
    const well = lost.replace('} }', '}, nowhere: {} }');
    expect((await read(well)).ok).toBe(true);
  });

  it.each([
    ['{ after: 1s }', '`goto` is missing beside `after`; a state that lasts has neither: {}'],
    ['{ goto: start }', '`after` is missing beside `goto`; a state that lasts has neither: {}'],
  ])('is told what a state lacks: %s', async (state, reason) => {
    const text = `states: { start: ${state} }\nrules:\n  - do: { http_status: { status: 500 } }\n`;
    expect(mistakesOf(await read(text))).toEqual([`6:18 states.start: ${reason}`]);
  });

  it('is told the place of a rule in the file, whatever rules its params leave out', async () => {
    const text = `
params:
  how: { type: choice, of: [a, b], default: a, description: How. }
rules:
  - if: { how: b }
    do: { http_status: { status: 500 } }
  - if: { how: a }
    do: { http_status: { status: 99 } }
`;
    expect(mistakesOf(await read(text))).toEqual([
      expect.stringMatching(/^13:34 rules\.1\.do\.http_status\.status: /),
    ]);
  });

  it('has hints where it means what the healthy server does not have', async () => {
    const text = `
params:
  tool: { type: string, default: echo, description: Which tool. }
rules:
  - on: { method: tool/call }
    do: { http_status: { status: 500 } }
  - on: { method: tools/call, name: [ecoh, '{{param.tool}}'] }
    do: { http_status: { status: 500 } }
  - on: { method: tools/call, name: [echo, ad] }
    do: { http_status: { status: 500 } }
  - on: { method: tools/list }
    do: { catalogue: { list: tools, add: [{ name: soup, inputSchema: { type: object } }] } }
  - on: { method: tools/call, name: soup }
    do: { http_status: { status: 500 } }
`;
    const result = await read(text);
    if (!result.ok) throw new Error(mistakesOf(result).join('\n'));
    const hints = result.hints(createCatalogue(systemClock)());
    expect(
      hints.map(({ place, reason }) => `${String(place.line)}:${String(place.column)} ${reason}`),
    ).toEqual([
      '10:19 rules.0.on.method: no MCP method tool/call; did you mean tools/call?',
      '14:37 rules.2.on.name: no tool ad; did you mean add?',
    ]);
  });

  it('may have a seed, so that every run is the same', async () => {
    const result = await read('seed: 7\nrules:\n  - do: { http_status: { status: 500 } }\n');
    expect(result).toMatchObject({ ok: true, scenario: { seed: 7 } });
  });

  it('is tried with every choice of its params', async () => {
    const text = `
params:
  how: { type: choice, of: [fin, explode], default: fin, description: How it ends. }
rules:
  - do: { cut: { how: '{{param.how}}' } }
`;
    expect(mistakesOf(await read(text))[0]).toContain('rules.0.do.cut.how');
  });

  it('has rules for some params only', async () => {
    const result = await read(`
params:
  kind: { type: choice, of: [html, empty], default: html, description: The body. }
rules:
  - if: { kind: html }
    do: { http_status: { status: 502, body: <h1>Bad</h1>, contentType: text/html } }
  - if: { kind: empty }
    do: { http_status: { status: 502 } }
`);
    expect(result.ok).toBe(true);
  });

  it('does not grow by aliases', async () => {
    const bomb = `x: &a [${'1,'.repeat(50)}1]
y: &b [${'*a,'.repeat(50)}*a]
z: [${'*b,'.repeat(50)}*b]
rules: []
`;
    expect(mistakesOf(await read(bomb))[0]).toMatch(/alias/i);
  });

  it.each([
    ['rules:\n  - do: { result: { result: &x { a: *x } } }\n', '7:37'],
    ['rules:\n  - do: { result: { result: &x [1, { a: [*x] }] } }\n', '7:42'],
  ])('is refused where an alias stands inside what it stands for: %j', async (text, place) => {
    expect(mistakesOf(await read(text))).toEqual([
      `${place} an alias stands inside what it stands for`,
    ]);
  });

  it.each([196, 20_000])('is refused where it is nested too deeply: %i', async (levels) => {
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    const text = `rules:\n  - do: { result: { result: ${deep} } }\n`;
    expect(mistakesOf(await read(text))).toEqual([
      expect.stringMatching(/^7:\d+ it is nested more than 200 levels deep$/),
    ]);
  });

  it('may be nested as deeply as a message is', async () => {
    const deep = '['.repeat(195) + ']'.repeat(195);
    expect(await read(`rules:\n  - do: { result: { result: ${deep} } }\n`)).toMatchObject({
      ok: true,
    });
  });

  it('is told where aliases nest it too deeply', async () => {
    const half = (inner: string): string => '['.repeat(120) + inner + ']'.repeat(120);
    const text = `example: { a: &a ${half('1')} }\nrules:\n  - do: { result: { result: ${half('*a')} } }\n`;
    expect(mistakesOf(await read(text))).toEqual(['8:149 it is nested more than 200 levels deep']);
  });

  it.each([
    [',"rules":[{"do":{"http_status":{"status":500}}},]}', '1:125', 'ValueExpected'],
    [',\n"rules":[{do:{"http_status":{"status":500}}}]}', '2:11', 'InvalidSymbol'],
    [',\n"rules":[{"do":{"http_status":{"status":500}}}]} # soup', '2:50', 'InvalidSymbol'],
  ])('is held to JSON where its name says JSON: %j', async (rest, place, code) => {
    expect(mistakesOf(await readFileScenario(JSON_HEAD + rest, '/nowhere/soup.json'))).toEqual([
      `${place} it is no JSON, as its name says it is: ${code}`,
    ]);
  });

  it('is refused where it is not UTF-8, and may begin with a byte order mark', async () => {
    const bytes = (first: string): Buffer =>
      Buffer.concat([
        Buffer.from(`${first}rules:\n  - do: { http_status: { status: 500, body: "caf\u00e9 caf`),
        Buffer.from([0xe9]),
        Buffer.from('" } }\n'),
      ]);
    expect(mistakesOf(await readFileScenario(bytes(HEAD), '/nowhere/soup.yaml'))).toEqual([
      '7:54 it is not UTF-8 (byte 0xe9): save it as UTF-8',
    ]);
    const marked = Buffer.from(`\uFEFF${HEAD}rules:\n  - do: { http_status: { status: 500 } }\n`);
    expect(await readFileScenario(marked, '/nowhere/soup.yaml')).toMatchObject({ ok: true });
    const json = Buffer.from(`\uFEFF${JSON_HEAD},"rules":[{"do":{"http_status":{"status":500}}}]}`);
    expect(await readFileScenario(json, '/nowhere/soup.json')).toMatchObject({ ok: true });
  });

  it('reads no tags but those of the core schema', async () => {
    expect(mistakesOf(await read('rules: !!js/function "x"\n'))[0]).toMatch(/tag/i);
  });

  it('is bounded in size', async () => {
    expect(mistakesOf(await read(`# ${'x'.repeat(1024 * 1024)}\n`))[0]).toContain('larger than');
  });
});

describe('files that a scenario names', () => {
  const scenarioWith = (file: string): string =>
    `${HEAD}rules:\n  - do: { body: { contentType: text/html, text: { file: ${file} } } }\n`;

  it('are put in as they are', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'page.html'), '<h1>é</h1>');
    expect(await readFileScenario(scenarioWith('page.html'), join(dir, 'soup.yaml'))).toMatchObject(
      {
        ok: true,
      },
    );
  });

  it('are refused as text where they are no text', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'page.html'), Buffer.from([0x63, 0xe9]));
    const result = await readFileScenario(scenarioWith('page.html'), join(dir, 'soup.yaml'));
    expect(mistakesOf(result)[0]).toMatch(/rules\.0\.do\.body\.text: page\.html is not UTF-8/);
  });

  it.each(['../secret.txt', '/etc/hosts', 'link.txt', 'missing.txt', 'sub'])(
    'are refused where they are not files of its own folder: %s',
    async (file) => {
      const dir = folder();
      const own = join(dir, 'own');
      mkdirSync(join(own, 'sub'), { recursive: true });
      writeFileSync(join(dir, 'secret.txt'), 'secret');
      symlinkSync(join(dir, 'secret.txt'), join(own, 'link.txt'));
      const result = await readFileScenario(scenarioWith(file), join(own, 'soup.yaml'));
      expect(mistakesOf(result)[0]).toContain('rules.0.do.body.text');
    },
  );
});
