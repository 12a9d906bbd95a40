/** `npm run docs:faults` runs this file with `--update`, which writes the pages anew. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { faultsPage, type PageGroup, slug, variantsFile, variantsPage } from './faults-page.js';
import { readLedger } from './ledger-format.js';
import { readRows } from './rows.js';
import { commandOf } from './selection-command.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PAGE = here('../../docs/faults.md');

const groups = readRows(here('rows.yaml')).groups.map((group): PageGroup => {
  const hasFile = existsSync(here(`ledger/${group.name}.yaml`));
  return { ...group, file: hasFile ? readLedger(here('ledger'), group.name) : {} };
});
const page = await formatted(PAGE, faultsPage(groups));
const pages = await Promise.all(
  groups
    .filter(({ rows }) => rows.length > 0)
    .map(async (group) => {
      const name = variantsFile(group);
      const path = here(`../../docs/faults/${name}`);
      return { name, path, text: await formatted(path, variantsPage(group)) };
    }),
);

async function formatted(file: string, text: string): Promise<string> {
  return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' });
}

function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) => heading,
  );
  return new Set(headings.map((heading) => slug(heading.replaceAll('\\', ''))));
}

function linksIn(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```sh$.*?^```$/gms, '');
}

function commandsIn(text: string): number {
  return (text.match(/^npx kitchen (?:select|order) /gm) ?? []).length;
}

describe('docs/faults.md', () => {
  it('is what the ledger says', async () => {
    await expect(page).toMatchFileSnapshot(PAGE);
  });

  it.each(pages)('has all variants in faults/$name', async ({ path, text }) => {
    await expect(text).toMatchFileSnapshot(path);
  });

  it('says which call the ordinary one is', () => {
    const texts = [page, ...pages.map(({ text }) => text)];
    const silent = texts.filter(
      (text) => !text.includes('`tools/call` of `echo` with `{"text":"hi"}`'),
    );
    expect(silent).toEqual([]);
  });

  it('has no selection that looks for the text of that call, which a reader may word otherwise', () => {
    const looking = groups.flatMap(({ file }) =>
      Object.entries(file).filter(([, row]) =>
        /"find":"(?:[^"\\]|\\.)*\\"hi\\"/.test(JSON.stringify(row)),
      ),
    );
    expect(looking.map(([id]) => id)).toEqual([]);
  });

  it('links to headings that there are', () => {
    const anchors = new Map([
      ['', anchorsOf(page)],
      ...pages.map(({ name, text }) => [`faults/${name}`, anchorsOf(text)] as const),
    ]);
    const dead = linksIn(page).filter((target) => {
      const [file = '', anchor = ''] = target.split('#');
      return anchors.get(file)?.has(anchor) !== true;
    });
    expect(dead).toEqual([]);
  });

  it('gives a command for every variant', () => {
    const rows = groups.flatMap(({ rows: listed, file }) =>
      listed.flatMap(({ id }) => {
        const row = file[id];
        return row === undefined || 'cannot' in row ? [] : [Object.keys(row.variants).length];
      }),
    );
    const several = rows.filter((count) => count > 1);
    expect(commandsIn(page)).toBe(rows.length);
    expect(pages.reduce((sum, { text }) => sum + commandsIn(text), 0)).toBe(
      several.reduce((sum, count) => sum + count, 0),
    );
  });
});

describe('a command', () => {
  it('can be pasted into a shell, whatever the texts in it', () => {
    const command = commandOf({
      scenario: 'script',
      params: { rules: [{ do: { body: { text: "it's $ORIGIN `here`" } } }] },
      seed: 7,
    });
    expect(command).toBe(
      `npx kitchen select script --seed 7 --params '{"rules": [{"do": {"body": {"text": "it'\\''s http://127.0.0.1:4242 \`here\`"}}}]}'`,
    );
  });

  it('orders a session where a port of its own is needed', () => {
    const ownPort = { opensAfterMs: 1000, tls: 'expired' };
    expect(commandOf({ scenario: 'baseline', ownPort })).toBe(
      'npx kitchen order baseline --own-port --port-opens-after 1000 --port-tls expired',
    );
  });

  it('writes long rules one a line', () => {
    const rule = { on: { method: 'tools/call' }, do: { http_status: { status: 503 } } };
    expect(commandOf({ scenario: 'script', params: { start: 'a', rules: [rule, rule] } })).toBe(
      [
        `npx kitchen select script --params '{"start": "a",`,
        `"rules": [`,
        `{"on": {"method": "tools/call"}, "do": {"http_status": {"status": 503}}},`,
        `{"on": {"method": "tools/call"}, "do": {"http_status": {"status": 503}}}`,
        `]}'`,
      ].join('\n'),
    );
  });
});
