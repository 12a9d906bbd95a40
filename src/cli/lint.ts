/** `kitchen lint FILE…`: checks scenario files without a kitchen. */
import { relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type LintedFile, type LintMistake, lintScenarioFile } from '../scenario/lint-file.js';
import { resolvePackageEverywhere } from '../scenario/resolve-package.js';
import { EXIT } from './exit-codes.js';
import { print, printable, printJson } from './output.js';

const MAX_REASON = 2_000;

export function addLint(program: Command): void {
  program
    .command('lint')
    .summary('check scenario files without a kitchen')
    .description('Checks scenario files (.yaml, .json, .js, .mjs, .ts) without a kitchen.')
    .argument('<FILE...>', 'files to check')
    .addOption(new Option('--json', 'print JSON').env('KITCHEN_JSON'))
    .addHelpText('after', '\nExample:\n  $ kitchen lint scenarios/rate_limited.yaml')
    .action(lint);
}

async function lint(files: readonly string[], { json }: { readonly json?: true }): Promise<void> {
  resolvePackageEverywhere();
  const linted: LintedFile[] = [];
  for (const file of files) linted.push(await lintScenarioFile(resolve(file)));
  if (json === true) {
    printJson({
      files: linted.map(({ file, mistakes, hints }) => ({ file, mistakes, hints })),
    });
  } else {
    for (const each of linted) print(format(each));
  }
  if (linted.some(({ mistakes }) => mistakes.length > 0)) process.exitCode = EXIT.failed;
}

function format({ file, scenario, mistakes, hints }: LintedFile): string {
  const name = relative('.', file);
  const lines = mistakes.map((mistake) => formatMistake(name, mistake));
  const good = scenario === null ? [] : [`${name}: good (${scenario.title})`];
  const more = hints.map((hint) =>
    formatMistake(name, { ...hint, reason: `hint: ${hint.reason}` }),
  );
  return [...lines, ...good, ...more].join('\n');
}

function formatMistake(name: string, { line, column, reason }: LintMistake): string {
  const place = line === null ? '' : `:${String(line)}:${String(column ?? 1)}`;
  return `${name}${place}: ${printable(reason, MAX_REASON)}`;
}
