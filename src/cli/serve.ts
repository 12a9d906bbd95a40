/** `kitchen serve`: starts the kitchen, says where it is, and runs until it is told to end. */
import type { Command } from 'commander';
import { isEveryAddress } from '../listen-address.js';
import { EXIT_CODES_HELP } from './exit-codes.js';
import { print, printJson, stdoutColors } from './output.js';
import { formatBanner, type Listening } from './serve-banner.js';
import { createLog } from './serve-log.js';
import { serveOptions, toKitchenOptions, type ServeOptions } from './serve-options.js';
import { endOnSignal } from './shutdown.js';

export function addServe(program: Command, version: string): void {
  const verb = program
    .command('serve')
    .summary('start the kitchen')
    .description(
      'Starts the kitchen and runs until Ctrl-C or SIGTERM.\n' +
        'Times are written as 500ms, 60s, 5m or 1h, sizes as 64KiB, 4MiB or 1GiB.',
    )
    .addHelpText(
      'after',
      `
Example:
  $ kitchen serve --port 0 --json --scenario http_status_sequence --params '{"statusCodes":[503,200]}'
${EXIT_CODES_HELP}`,
    )
    .action((options: ServeOptions) => serve(options, version));
  for (const each of serveOptions()) verb.addOption(each);
}

async function serve(options: ServeOptions, version: string): Promise<void> {
  const log = createLog({ level: options.logLevel, json: options.json === true });
  outliveReaders();
  // Loaded only here: the other verbs and `--help` answer sooner without the server.
  const { createKitchen } = await import('../kitchen.js');
  const kitchen = await createKitchen({ ...toKitchenOptions(options), log });
  endOnSignal({
    close: async () => {
      log({ level: 'info', message: 'Ending.' });
      await kitchen.close();
    },
    warn: (message) => log({ level: 'warn', message }),
  });
  const listening: Listening = {
    port: kitchen.port,
    mcpUrl: kitchen.mcpUrl,
    ...(kitchen.tls !== null && { tlsMcpUrl: kitchen.tls.mcpUrl, caFile: kitchen.tls.caFile }),
    apiUrl: kitchen.apiUrl,
    db: kitchen.db,
    scenario: kitchen.service.selection('default').scenario,
    ...(options.adminToken === undefined &&
      kitchen.adminToken !== null && { adminToken: kitchen.adminToken }),
  };
  if (options.json === true) {
    printJson({ event: 'listening', ...listening });
  } else {
    const details = {
      version,
      mcpTokenNeeded: options.mcpToken !== undefined,
      url: kitchen.url,
      otherMachines: isEveryAddress(options.host) ? (options.allowHost ?? []) : null,
    };
    print(formatBanner(listening, details, stdoutColors()));
  }
}

/** Whoever started the kitchen may stop reading its output; that is no reason to stop serving. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => undefined);
  }
}
