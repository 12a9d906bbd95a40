import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkParams } from '../../src/scenario/check-params.js';
import { readFileScenario, type ReadScenario } from '../../src/script/file-scenario.js';

const HEAD = `id: soup
title: Soup
group: transport
summary: Soup instead of the answer.
lesson: Ask again.
`;

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
