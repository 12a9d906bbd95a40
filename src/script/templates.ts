/**
 * Placeholders in texts of a script: `{{id}}`, `{{params.arguments.city}}`. Own properties only, and nothing that
 * computes.
 */
import { canaryBase } from '../canary/canary-address.js';
import { flippedId, otherId } from '../json/other-id.js';
import type { Exchange } from '../scenario/contract.js';

export interface TemplateContext {
  readonly exchange: Exchange;
  /** Which match of its rule this request is. */
  readonly counter: number;
  readonly state: string;
  /** In [0, 1): the same on every run with the same seed. */
  readonly random: number;
}

// Anything else in braces stands for itself.
const PLACEHOLDER = /\{\{ ?([A-Za-z][\w.:/-]{0,300}) ?\}\}/g;
const WHOLE = /^\{\{ ?([A-Za-z][\w.:/-]{0,300}) ?\}\}$/;

/** The placeholders, and whether a path may follow after a dot. */
const NAMES: Readonly<Record<string, 'value' | 'path'>> = {
  id: 'value',
  otherId: 'value',
  flippedId: 'value',
  foreignId: 'value',
  abandonedId: 'value',
  method: 'value',
  name: 'value',
  era: 'value',
  params: 'path',
  meta: 'path',
  header: 'path',
  client: 'path',
  counter: 'value',
  post: 'value',
  round: 'value',
  state: 'value',
  session: 'value',
  now: 'value',
  nowMs: 'value',
  random: 'value',
  // Addresses that nobody should touch: on the origin that the client asked, and on another one.
  canary: 'value',
  foreignCanary: 'value',
  // Filled in where a repetition is performed.
  n: 'value',
};

const KNOWN = Object.keys(NAMES).filter((name) => name !== 'n');

/** What is wrong with a placeholder; null for one that can be filled in. `json:` in front asks for JSON text. */
export function placeholderMistake(text: string): string | null {
  const [name = '', ...path] = bare(text).split('.');
  const kind = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (kind === undefined) {
    return `There is no {{${name}}}; these exist: ${KNOWN.join(', ')}`;
  }
  if (kind === 'value' && path.length > 0) return `{{${name}}} has no members`;
  if (kind === 'path' && path.length === 0) return `{{${name}}} needs a member: {{${name}.x}}`;
  return null;
}

export function placeholdersOf(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, inner = '']) => inner);
}

export function hasTemplates(value: unknown): boolean {
  if (typeof value === 'string') return placeholdersOf(value).some((text) => text !== 'n');
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => hasTemplates(member));
}

/**
 * The same value with all placeholders filled in. A text that is one placeholder and nothing else becomes the value
 * itself, or stays text by `wholeAs`; elsewhere a text stands for itself, anything else as JSON, and what is missing as nothing.
 */
export function fillTemplates(
  value: unknown,
  context: TemplateContext,
  wholeAs: 'value' | 'text' = 'value',
): unknown {
  if (typeof value === 'string') return fillText(value, context, wholeAs);
  if (Array.isArray(value)) return value.map((member) => fillTemplates(member, context, wholeAs));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, fillTemplates(member, context, wholeAs)]),
  );
}

function fillText(text: string, context: TemplateContext, wholeAs: 'value' | 'text'): unknown {
  const whole = wholeAs === 'text' ? undefined : WHOLE.exec(text)?.[1];
  if (whole !== undefined && whole !== 'n' && !whole.startsWith('json:')) {
    const token = idToken(whole, context);
    if (token !== undefined) return JSON.parse(token) as unknown;
    return lookUp(whole, context) ?? null;
  }
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    if (name === 'n') return placeholder;
    // The raw token: what stands in a text is meant byte for byte.
    const token = idToken(bare(name), context);
    if (token !== undefined) return token;
    const found = lookUp(bare(name), context);
    if (name.startsWith('json:')) return JSON.stringify(found ?? null);
    if (found === undefined) return '';
    return typeof found === 'string' ? found : JSON.stringify(found);
  });
}

function bare(name: string): string {
  return name.startsWith('json:') ? name.slice('json:'.length).trim() : name;
}

function idToken(name: string, { exchange }: TemplateContext): string | undefined {
  const token = exchange.rpc.idToken;
  if (name === 'id') return token ?? 'null';
  if (name === 'otherId') return otherId(token);
  if (name === 'flippedId') return flippedId(token);
  if (name === 'abandonedId') return exchange.abandonedId ?? otherId(token);
  return name === 'foreignId' ? (exchange.foreignId ?? otherId(token)) : undefined;
}

function lookUp(name: string, context: TemplateContext): unknown {
  const { exchange, counter, state, random } = context;
  const { rpc, snapshot, client, era } = exchange;
  const [head = '', ...path] = name.split('.');
  switch (head) {
    case 'method':
      return rpc.method;
    case 'name':
      return rpc.name;
    case 'era':
      return era;
    case 'params':
      return own(rpc.params, path);
    case 'meta':
      return own(rpc.meta, [path.join('.')]) ?? own(rpc.meta, path);
    case 'header':
      return exchange.headers.find(
        ([header]) => header.toLowerCase() === path.join('.').toLowerCase(),
      )?.[1];
    case 'client':
      return own(client, path);
    case 'counter':
      return counter;
    case 'post':
      return snapshot.counters.post;
    case 'round':
      return exchange.facts.round;
    case 'state':
      return state;
    case 'session':
      return snapshot.session;
    case 'now':
      return new Date(exchange.arrival.at).toISOString();
    case 'nowMs':
      return exchange.arrival.at;
    case 'random':
      return random;
    case 'canary':
      return canaryBase(exchange.origin, snapshot);
    case 'foreignCanary':
      return canaryBase(exchange.foreignOrigin, snapshot);
    default:
      return undefined;
  }
}

function own(value: unknown, path: readonly string[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      return undefined;
    }
    current = Reflect.get(current, key) as unknown;
  }
  return current;
}
