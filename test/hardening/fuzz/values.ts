/** JSON values that have tripped servers before, as raw tokens: some cannot be written by `JSON.stringify`. */
import type { Random } from './random.js';

const DEEP = 10_000;

const TOKENS: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '9007199254740993',
  '12345678901234567890123',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '[]',
  '{}',
  '[null]',
  '[[],{}]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toJSON":1,"then":2,"length":-1}',
  '{"":{"":{"":null}}}',
  '{"a":1,"a":2}',
  `"${'x'.repeat(5_000)}"`,
];

/** A JSON token of any kind; one in twenty is nested 10,000 deep. */
export function anyToken(random: Random): string {
  return random.below(20) === 0 ? deepToken(random) : random.pick([...TOKENS, anyString(random)]);
}

export function anyString(random: Random): string {
  return JSON.stringify(random.word());
}

export function deepToken(random: Random): string {
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const);
  const levels = DEEP / (open.split(/[[{]/).length - 1);
  return `${open.repeat(levels)}null${close.repeat(levels)}`;
}

/** Marks where raw tokens go: `JSON.stringify` writes them as strings, which `fill` replaces. */
export class Holes {
  readonly #tokens: string[] = [];

  put(token: string): string {
    this.#tokens.push(token);
    return `\u0001hole ${String(this.#tokens.length - 1)}\u0001`;
  }

  write(body: unknown): string {
    return JSON.stringify(body).replaceAll(
      /"\\u0001hole (\d+)\\u0001"/g,
      (_, index: string) => this.#tokens[Number(index)] ?? 'null',
    );
  }
}
