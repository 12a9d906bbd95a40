/** Puts the params of a file scenario into its script: `{{param.x}}`, and rules that hold for some params only. */

type Params = Readonly<Record<string, unknown>>;

const PARAM = /\{\{\s*(json:)?param\.([A-Za-z0-9_-]{1,64})\s*\}\}/g;
const WHOLE = /^\{\{\s*param\.([A-Za-z0-9_-]{1,64})\s*\}\}$/;

/** A rule as it stands in a file: with `if`, it is there only where the params have these values. */
export function expandRules(rules: readonly unknown[], params: Params): unknown[] {
  return heldRules(rules, params).map((index) => {
    const rule = rules[index];
    if (typeof rule !== 'object' || rule === null || !('if' in rule)) {
      return fillParams(rule, params);
    }
    const { if: _, ...rest } = rule;
    return fillParams(rest, params);
  });
}

/** Which of the rules are there, by their places in the file. */
export function heldRules(rules: readonly unknown[], params: Params): readonly number[] {
  return [...rules.keys()].filter((index) => {
    const rule = rules[index];
    if (typeof rule !== 'object' || rule === null || !('if' in rule)) return true;
    return holds(rule.if, params);
  });
}

function holds(condition: unknown, params: Params): boolean {
  if (typeof condition !== 'object' || condition === null) return false;
  return Object.entries(condition).every(([name, wanted]) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return Array.isArray(wanted) ? wanted.includes(value) : wanted === value;
  });
}

/** A text that is one placeholder and nothing else becomes the param's value, of whatever type. */
export function fillParams(value: unknown, params: Params): unknown {
  if (typeof value === 'string') return fillText(value, params);
  if (Array.isArray(value)) return value.map((member) => fillParams(member, params));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, fillParams(member, params)]),
  );
}

function fillText(text: string, params: Params): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return Object.hasOwn(params, whole) ? params[whole] : text;
  return text.replaceAll(PARAM, (placeholder, json: string | undefined, name: string) => {
    if (!Object.hasOwn(params, name)) return placeholder;
    const value = params[name];
    return typeof value === 'string' && json === undefined ? value : JSON.stringify(value);
  });
}

export interface NamedParam {
  readonly name: string;
  readonly path: readonly (string | number)[];
  /** The values that an `if` compares it with; undefined for a placeholder. */
  readonly wanted?: readonly unknown[];
}

/** Params that a script asks for, in placeholders or in `if`, and where. */
export function paramsNamedIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly NamedParam[] {
  if (typeof value === 'string') {
    return [...value.matchAll(PARAM)].map(([, , name = '']) => ({ name, path }));
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const here = [...path, isList ? Number(key) : key];
    if (key !== 'if' || typeof member !== 'object' || member === null) {
      return paramsNamedIn(member, here);
    }
    return Object.entries(member).map(([name, wanted]: [string, unknown]) => ({
      name,
      path: [...here, name],
      wanted: [wanted].flat(),
    }));
  });
}
