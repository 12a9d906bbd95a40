/** A selection as the command that makes it. */
import type { Play } from './ledger-format.js';

/** What a shell takes as it stands. */
export function commandOf({ scenario, params, seed, ownPort }: Play['select']): string {
  const told = params === undefined ? [] : ['--params', quoted(jsonOf(params))];
  const seeded = seed === undefined ? [] : ['--seed', String(seed)];
  if (ownPort === undefined) {
    return ['npx kitchen select', scenario, ...seeded, ...told].join(' ');
  }
  const { opensAfterMs, tls } = ownPort;
  const port = [
    '--own-port',
    ...(opensAfterMs === undefined ? [] : [`--port-opens-after ${String(opensAfterMs)}`]),
    ...(tls === undefined ? [] : [`--port-tls ${tls}`]),
  ];
  return ['npx kitchen order', scenario, ...port, ...seeded, ...told].join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Rules one a line. `$PORT` and such of the tests are those of a kitchen that was started without options. */
function jsonOf(params: Readonly<Record<string, unknown>>): string {
  const rules = params['rules'];
  const isLong = JSON.stringify(params).length > 90;
  if (!Array.isArray(rules) || rules.length === 0 || !isLong) return local(spaced(params));
  const { rules: _, ...others } = params;
  const head = Object.entries(others).map(
    ([key, value]) => `${JSON.stringify(key)}: ${spaced(value)},\n`,
  );
  const lines = rules.map((rule: unknown) => spaced(rule));
  return local(`{${head.join('')}"rules": [\n${lines.join(',\n')}\n]}`);
}

function local(text: string): string {
  return text
    .replaceAll('$ORIGIN', 'http://127.0.0.1:4242')
    .replaceAll('$PORT', '4242')
    .replaceAll('$PATH', '/mcp');
}

/** JSON on one line, with blanks where a person writes them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`,
  );
  return `{${members.join(', ')}}`;
}
