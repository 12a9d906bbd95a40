/**
 * Finds in an `on` what neither the protocol nor the catalogue has: legal, since clients may send methods and names of
 * their own, yet most often misspelt, and a fault that nothing meets passes as healthy.
 */
import { nearest } from '../nearest.js';
import type { DialogueMethod, ServerPlan } from '../upstream/plan.js';
import { fitsTemplate, LISTS } from './require-target.js';
import type { On } from './targeting.js';

/** What a client can send, in any revision that the kitchen speaks. */
export const CLIENT_METHODS: readonly string[] = [
  'server/discover',
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/result',
  'tasks/cancel',
  'tasks/list',
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'notifications/tasks/status',
];
const NAMING = Object.keys(LISTS).filter(isNaming);

/** A word of `on` that no request of MCP to the catalogue can match. */
export interface TargetHint {
  readonly field: 'method' | 'name';
  readonly text: string;
}

/**
 * One sentence for each word of `on` that no request of MCP to this catalogue can match.
 * @param plan as the scenario configures it
 */
export function findTargetHints(on: On, plan: ServerPlan): readonly string[] {
  return hintsFor(on, plan).map(({ field, text }) => `on.${field}: ${text}`);
}

/** The same, field by field. */
export function hintsFor(on: Pick<On, 'method' | 'name'>, plan: ServerPlan): readonly TargetHint[] {
  const methods = listOf(on.method);
  const hints = methods
    .filter((method) => !CLIENT_METHODS.includes(method))
    .map((method) => hint('method', `no MCP method ${method}`, method, CLIENT_METHODS));
  if (on.name === undefined) return hints;
  // What a method of the client's own names is its own affair; the kitchen reads names of these only.
  const naming = on.method === undefined ? NAMING : methods.filter(isNaming);
  if (naming.length === 0) {
    const text = `only ${NAMING.join(', ')} name something; nothing can match.`;
    return [...hints, { field: 'name', text }];
  }
  const names = naming.flatMap((method) => [...plan[LISTS[method].list].keys()]);
  const kinds = naming.map((method) => LISTS[method].kind).join(' or ');
  const isThere = (name: string): boolean =>
    names.includes(name) || (naming.includes('resources/read') && fitsTemplate(plan, name));
  return [
    ...hints,
    ...listOf(on.name)
      .filter((name) => !isThere(name))
      .map((name) => hint('name', `no ${kinds} ${name}`, name, names)),
  ];
}

function hint(
  field: TargetHint['field'],
  what: string,
  word: string,
  known: readonly string[],
): TargetHint {
  const near = nearest(word, known);
  return { field, text: `${what}${near === undefined ? '' : `; did you mean ${near}?`}` };
}

function isNaming(method: string): method is DialogueMethod {
  return Object.hasOwn(LISTS, method);
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
