/** Options as every verb has them: each also read from a `KITCHEN_…` variable, values checked while parsing. */
import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { optionValues } from '../check-options.js';
import { parseDuration, parseSize } from '../units.js';
import { DEFAULT_URL } from './command-line.js';

/** An option that can also be given as an environment variable: `--idle-timeout` is `KITCHEN_IDLE_TIMEOUT`. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`KITCHEN_${made.name().toUpperCase().replaceAll('-', '_')}`);
}

/** Where the kitchen is that a client verb talks to. */
export interface ClientOptions {
  readonly url: string;
  readonly adminToken?: string;
  readonly workspace: string;
  readonly json?: true;
}

export function clientOptions(): readonly Option[] {
  return [
    option('--url <URL>', 'address of the running kitchen')
      .default(DEFAULT_URL)
      .argParser(parseUrl),
    option('--admin-token <TOKEN>', 'token of the admin API, where it needs one').argParser(
      allowed(optionValues.adminToken),
    ),
    option('--workspace <NAME>', 'workspace to act on').default('default'),
    option('--json', 'print JSON, for machines'),
  ];
}

/** What a verb that names a scenario lets you say about it; `which` tells whose params and seed they are. */
export function scenarioOptions(which = 'the scenario'): readonly Option[] {
  return [
    option('--params <JSON>', `params of ${which}; a JSON object`).argParser(parseParams),
    option('--seed <NUMBER>', `seed of all chance in ${which}; 0 to 4294967295`).argParser(
      integer(0, 2 ** 32 - 1),
    ),
  ];
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError(`Give an http address, say ${DEFAULT_URL}.`);
  }
  const workspace = /\/w\/([\w-]+)(?:\/s\/[\w-]+)?\/mcp\/*$/.exec(url.pathname)?.[1];
  if (workspace !== undefined) {
    throw new InvalidArgumentError(
      `It is the address of a workspace. Give ${url.origin}, and --workspace ${workspace}.`,
    );
  }
  // The two addresses that the kitchen prints are below its own.
  return url.origin + url.pathname.replace(/(?:\/(?:mcp|api))?\/*$/, '');
}

export function parseParams(text: string): Readonly<Record<string, unknown>> {
  const params = parseJson(text);
  if (typeof params !== 'object' || params === null || Array.isArray(params)) {
    throw new InvalidArgumentError(`Give a JSON object, say '{"statusCodes":[503,200]}'.`);
  }
  return { ...params };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError(
      `It is no JSON. Give an object in single quotes, say '{"statusCodes":[503,200]}'.`,
    );
  }
}

/** A parser for a whole number from `min` to `max`. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`Give a whole number from ${String(min)} to ${String(max)}.`);
    }
    return value;
  };
}

/** A parser for a value that the kitchen takes: as it is, or as `read` understands it. */
export function allowed<T>(
  values: z.ZodType<T>,
  read: (text: string) => unknown = (text) => text,
): (text: string) => T {
  return (text) => {
    const checked = values.safeParse(inOneSentence(read, text));
    if (checked.success) return checked.data;
    throw new InvalidArgumentError(`${checked.error.issues[0]?.message ?? 'It is not allowed'}.`);
  };
}

export function duration(values: z.ZodType<number>): (text: string) => number {
  return allowed(values, parseDuration);
}

export function size(values: z.ZodType<number>): (text: string) => number {
  return allowed(values, parseSize);
}

function inOneSentence(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/**
 * A parser for an option that may be repeated or given as a list, `separator` between the values; `values` are those
 * that the kitchen takes.
 */
export function list(
  separator: string,
  values: z.ZodType<readonly string[]>,
): (text: string, earlier?: readonly string[]) => readonly string[] {
  const split = (text: string): readonly string[] =>
    text
      .split(separator)
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const read = allowed(values, split);
  return (text, earlier = []) => [...earlier, ...read(text)];
}
