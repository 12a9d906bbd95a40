/** `kitchen order ID`: makes a session with a fault and an address of its own, and prints the address. */
import type { Command } from 'commander';
import { addClientVerb, connect } from './client-verb.js';
import { portOpensAfterMs } from '../check-options.js';
import { type TlsProfile, tlsProfileNames } from '../wire/tls-profiles.js';
import { duration, option, scenarioOptions, type ClientOptions } from './options.js';
import { noteHints, print, printJson } from './output.js';

interface OwnPort {
  readonly opensAfterMs?: number;
  readonly tls?: TlsProfile;
}

interface OrderOptions extends ClientOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly seed?: number;
  readonly key?: string;
  readonly ownPort?: true;
  readonly portOpensAfter?: number;
  readonly portTls?: TlsProfile;
}

export function addOrder(program: Command): void {
  const verb = addClientVerb(program, {
    usage: 'order',
    summary: 'order a session with a fault of its own, and print its MCP address',
    example: `MCP_URL=$(kitchen order tool_error --params '{"message":"Sold out"}')`,
  })
    .argument('<ID>', 'id of the scenario (kitchen scenarios lists them)')
    .addOption(option('--key <KEY>', 'key in the address: 1 to 64 of A-Z a-z 0-9 _ -'))
    .addOption(option('--own-port', 'a port for this session alone, which faults can close'))
    .addOption(
      option('--port-opens-after <TIME>', 'own port that refuses connections at first').argParser(
        duration(portOpensAfterMs),
      ),
    )
    .addOption(
      option('--port-tls <FAULT>', 'own port with TLS, `right` or with this fault').choices(
        tlsProfileNames(),
      ),
    )
    .action(order);
  for (const each of scenarioOptions()) verb.addOption(each);
}

async function order(id: string, options: OrderOptions): Promise<void> {
  const { params, seed, key, workspace } = options;
  const ownPort = ownPortOf(options);
  const ordered = await connect(options).order(workspace, {
    scenario: id,
    params,
    seed,
    key,
    ...(ownPort !== undefined && { ownPort }),
  });
  if (options.json === true) {
    printJson(ordered);
    return;
  }
  noteHints(ordered.hints);
  if (ordered.caFile !== undefined) noteHints([`Clients must trust ${ordered.caFile}`]);
  print(ordered.url);
}

/** What needs a port of its own asks for one. */
function ownPortOf({ ownPort, portOpensAfter, portTls }: OrderOptions): OwnPort | undefined {
  if (ownPort !== true && portOpensAfter === undefined && portTls === undefined) return undefined;
  return {
    ...(portOpensAfter !== undefined && { opensAfterMs: portOpensAfter }),
    ...(portTls !== undefined && { tls: portTls }),
  };
}
