/** Lines that a person copies: the command as it is called here, aimed at the kitchen that is meant. */

/** npm and npx say so in the environment of what they run; without them the command is on the path. */
export const UNDER_NPM: boolean = process.env['npm_lifecycle_event'] !== undefined;

/** Where a kitchen is unless it was told otherwise. */
export const DEFAULT_URL = 'http://127.0.0.1:4242';

/** `kitchen VERB …`, with `--url` where the verb alone would talk to another kitchen. */
export function commandLine(verb: string, url: string): string {
  const given = process.env['KITCHEN_URL']?.trim() ?? '';
  const command = `${UNDER_NPM ? 'npx kitchen' : 'kitchen'} ${verb}`;
  return url === (given === '' ? DEFAULT_URL : given) ? command : `${command} --url ${url}`;
}
