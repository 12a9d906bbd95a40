/** What is told of saved selections that cannot be served: nobody would notice them otherwise. */
import { parse } from 'node:path';
import { type FieldError } from './errors.js';
import type { ScenarioProblem } from './scenario/load-scenarios.js';

/** A stored selection in whose place `baseline` is served since the start. */
export interface Unserved {
  readonly scenario: string;
  readonly reason: string;
}

/** The file that would be this scenario, if it were right. */
export function brokenFile(
  id: string,
  problems: readonly ScenarioProblem[],
): ScenarioProblem | undefined {
  return problems.find(({ file }) => parse(file).name === id);
}

export function whyUnserved(
  broken: ScenarioProblem | undefined,
  errors: readonly FieldError[] | undefined,
): string {
  if (errors !== undefined) {
    const wrong = errors.map(({ path, message }) => `${path}: ${message}`);
    return `it does not take the saved params any more (${wrong.join('; ')})`;
  }
  return broken === undefined
    ? 'there is no such scenario any more'
    : `${broken.file} is broken: ${broken.reason}`;
}

export function unservedText(workspace: string, { scenario, reason }: Unserved): string {
  return (
    `Workspace ${workspace} serves baseline in place of ${scenario}, which is selected: ${reason}. ` +
    'Mend or bring back its file (one with code is read when the kitchen starts), or select another scenario.'
  );
}

export function goneText(workspace: string, scenario: string): string {
  return (
    `Workspace ${workspace} has ${scenario} selected, whose file is gone: the sessions that begin now fail. ` +
    'Bring the file back, or select another scenario.'
  );
}
