/** `kitchen scenarios [ID]`: the menu, or one scenario with its params and its lesson. */
import type { Command } from 'commander';
import type { ScenarioView } from '../admin/scenario-view.js';
import { addClientVerb, connect } from './client-verb.js';
import { commandLine } from './command-line.js';
import { pickScenario, readMenu } from './menu.js';
import type { ClientOptions } from './options.js';
import { print, printJson, shellQuote, stdoutColors } from './output.js';
import { PARAM_HEAD, paramRows } from './params-table.js';
import { table } from './table.js';

export function addScenarios(program: Command): void {
  addClientVerb(program, {
    usage: 'scenarios',
    summary: 'list the faults, or explain one',
    example: 'kitchen scenarios http_status_sequence',
  })
    .argument('[ID]', 'id of a scenario')
    .action(showScenarios);
}

async function showScenarios(id: string | undefined, options: ClientOptions): Promise<void> {
  const menu = await readMenu(connect(options), options.url);
  if (id === undefined) {
    if (options.json === true) printJson({ scenarios: menu });
    else print(formatMenu(menu));
  } else {
    const scenario = pickScenario(menu, id, options.url);
    if (options.json === true) printJson(scenario);
    else print(formatScenario(scenario, options.url));
  }
}

function formatMenu(menu: readonly ScenarioView[]): string {
  return table(
    ['Scenario', 'Group', 'What goes wrong'],
    menu.map(({ id, group, summary }) => [id, group, summary]),
  );
}

function formatScenario(scenario: ScenarioView, url: string): string {
  const { id, title, group, summary, paramsSchema, example, lesson, source } = scenario;
  const colors = stdoutColors();
  const heading = (text: string): string => `\n${colors.bold(text)}`;
  return [
    `${colors.bold(title)} (${id}, ${group})`,
    summary,
    heading('Params'),
    table(PARAM_HEAD, paramRows(paramsSchema), colors),
    heading('Example'),
    commandLine(`select ${id} --params ${shellQuote(JSON.stringify(example))}`, url),
    heading('Lesson'),
    lesson.trim(),
    colors.dim(`\nFrom ${source}`),
  ].join('\n');
}
