/** `kitchen schema`: JSON Schema of scenario files, for editors. */
import { type Command, Option } from 'commander';
import { scenarioJsonSchema, scriptJsonSchema } from '../script/editor-schema.js';
import { print } from './output.js';

const INDENT = 2;

export function addSchema(program: Command): void {
  program
    .command('schema')
    .summary('print the JSON Schema of scenario files, for editors')
    .description(
      'Prints the JSON Schema of scenario files. With `# yaml-language-server: $schema=FILE` in the first line of a scenario, editors complete and check it.',
    )
    .addOption(
      new Option('--script', 'that of the params of the scenario `script` instead').env(
        'KITCHEN_SCRIPT',
      ),
    )
    .addHelpText('after', '\nExample:\n  $ kitchen schema > scenario.schema.json')
    .action(({ script }: { readonly script?: true }) => {
      const schema = script === true ? scriptJsonSchema() : scenarioJsonSchema();
      print(JSON.stringify(schema, null, INDENT));
    });
}
