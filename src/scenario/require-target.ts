/** Refuses a target that the catalogue does not have: a fault that nothing can meet would pass as healthy. */
import { UriTemplate } from '@modelcontextprotocol/server';
import { nearest } from '../nearest.js';
import type { DialogueMethod, PlannedDialogue, ServerPlan } from '../upstream/plan.js';
import { ParamsError } from './params-error.js';

export const LISTS = {
  'tools/call': { kind: 'tool', list: 'tools' },
  'prompts/get': { kind: 'prompt', list: 'prompts' },
  'resources/read': { kind: 'resource', list: 'resources' },
} as const satisfies Record<DialogueMethod, unknown>;

/**
 * For `configureServer`: the plan must have the tool, prompt or resource (or a template that its URI fits).
 *
 * @param path Where in the params the name stands, say `['name']`.
 * @throws ParamsError with the nearest name that exists
 */
export function requireTarget(
  plan: ServerPlan,
  { method, name }: Pick<PlannedDialogue, 'method' | 'name'>,
  path: readonly (string | number)[],
): void {
  const { kind, list } = LISTS[method];
  const names = [...plan[list].keys()];
  if (names.includes(name) || (list === 'resources' && fitsTemplate(plan, name))) return;
  const near = nearest(name, names);
  const hint = near === undefined ? `These exist: ${names.join(', ')}` : `Did you mean ${near}?`;
  throw new ParamsError(path, `There is no ${kind} ${JSON.stringify(name)}. ${hint}`);
}

export function fitsTemplate({ resources }: ServerPlan, uri: string): boolean {
  return [...resources.values()].some(
    (entry) => entry.template && new UriTemplate(entry.uri).match(uri) !== null,
  );
}
