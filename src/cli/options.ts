/** Options as every verb has them: each also read from a `KITCHEN_…` variable, values checked while parsing. */
import { InvalidArgumentError, Option } from 'commander';
import { parseDuration, parseSize } from '../units.js';

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
      .default('http://127.0.0.1:4242')
      .argParser(parseUrl),
    option('--admin-token <TOKEN>', 'token of the admin API, where it needs one'),
    option('--workspace <NAME>', 'workspace to act on').default('default'),
    option('--json', 'print JSON, for machines'),
  ];
}

/** What a verb that names a scenario lets you say about it. */
export function scenarioOptions(): readonly Option[] {
  return [
    option('--params <JSON>', 'params of the scenario, a JSON object').argParser(parseParams),
    option('--seed <NUMBER>', 'seed of all chance, 0 to 4294967295').argParser(
      integer(0, 2 ** 32 - 1),
    ),
  ];
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('Give an http address, say http://127.0.0.1:4242.');
  }
  return text;
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

export const duration: (text: string) => number = inOneSentence(parseDuration);
export const size: (text: string) => number = inOneSentence(parseSize);

function inOneSentence(parse: (text: string) => number): (text: string) => number {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };
}

/** A parser for an option that may be repeated or given as a list, `separator` between the values. */
export function list(
  separator: string,
): (text: string, earlier?: readonly string[]) => readonly string[] {
  return (text, earlier = []) => [
    ...earlier,
    ...text
      .split(separator)
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ];
}
