/** Makes `KITCHEN_…` variables mean what people write in them: an empty one is unset, a flag can be `0` or `false`. */
import type { Command } from 'commander';
import { CommandError, EXIT } from './exit-codes.js';

const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const NO: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

/** Removes variables of the verb that say "not set"; commander takes the mere presence of a variable for a yes. */
export function settleEnvironment(verb: Command, env: NodeJS.ProcessEnv): void {
  for (const { envVar, required, flags } of verb.options) {
    const value = envVar === undefined ? undefined : env[envVar]?.trim();
    if (envVar === undefined || value === undefined) continue;
    const isFlag = !required;
    if (value === '' || (isFlag && NO.has(value.toLowerCase()))) {
      // oxlint-disable-next-line typescript/no-dynamic-delete -- assigning undefined would store the word "undefined"
      delete env[envVar];
    } else if (isFlag && !YES.has(value.toLowerCase())) {
      throw new CommandError(
        `${envVar} (${flags}) is neither yes nor no; give 1 or 0.`,
        EXIT.usage,
      );
    }
  }
}
