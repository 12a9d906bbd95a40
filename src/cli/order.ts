/** `kitchen order ID`: makes a session with a fault and an address of its own, and prints the address. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import { option, scenarioOptions, type ClientOptions } from './options.js';
import { print, printJson } from './output.js';

interface OrderOptions extends ClientOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly key?: string;
}

export function addOrder(program: Command): void {
  const verb = addClientVerb(program, {
    usage: 'order',
    summary: 'order a session with a fault of its own, and print its MCP address',
    example: `MCP_URL=$(kitchen order tool_error --params '{"message":"Sold out"}')`,
  })
    .argument('<ID>', 'id of the scenario (kitchen scenarios lists them)')
    .addOption(option('--key <KEY>', 'key in the address: 1 to 64 of A-Z a-z 0-9 _ -'))
    .action(order);
  for (const each of scenarioOptions()) verb.addOption(each);
}

async function order(id: string, options: OrderOptions): Promise<void> {
  const { params, seed, key, workspace } = options;
  const ordered = await connect(options).order(workspace, { scenario: id, params, seed, key });
  if (options.json === true) printJson(ordered);
  else print(ordered.url);
}
