/** What `kitchen serve` prints once it listens: at most fifteen lines, the client configuration included. */
import { commandLine } from './command-line.js';
import { printable, type Colors } from './output.js';

const TOKEN_WAYS = 'KITCHEN_ADMIN_TOKEN or --admin-token';

export interface Listening {
  readonly port: number;
  readonly mcpUrl: string;
  /** Where TLS is spoken, and the file with the certificate that clients must trust. */
  readonly tlsMcpUrl?: string;
  readonly caFile?: string;
  readonly apiUrl: string;
  readonly db: string;
  readonly scenario: string;
  /** Only a token that was made at start: one that was given is known already. */
  readonly adminToken?: string;
}

export interface BannerDetails {
  readonly version: string;
  /** Whether MCP clients must send a token; it is never printed. */
  readonly mcpTokenNeeded: boolean;
  /** The kitchen's address, as the verbs take it. */
  readonly url: string;
  /** Names by which other machines may reach it; null where they cannot, or where `mcpUrl` is good for them, too. */
  readonly otherMachines: readonly string[] | null;
}

export function formatBanner(
  listening: Listening,
  { version, mcpTokenNeeded, url, otherMachines }: BannerDetails,
  colors: Colors,
): string {
  const server = {
    type: 'http',
    url: listening.mcpUrl,
    ...(mcpTokenNeeded && { headers: { Authorization: 'Bearer YOUR_MCP_TOKEN' } }),
  };
  const rows = [
    ['MCP', colors.cyan(listening.mcpUrl)],
    ...(listening.tlsMcpUrl === undefined
      ? []
      : [
          ['TLS', colors.cyan(listening.tlsMcpUrl)],
          ['Trust', printable(listening.caFile ?? '', 500)],
        ]),
    ['Admin', colors.cyan(listening.apiUrl)],
    ['Scenario', listening.scenario],
    ['Database', printable(listening.db, 500)],
    ...(listening.adminToken === undefined
      ? []
      : [['Token', `${listening.adminToken}  (shown this once; verbs need it: ${TOKEN_WAYS})`]]),
    ...(otherMachines === null ? [] : [['Others', othersHint(otherMachines, listening.port)]]),
  ];
  return [
    `${colors.bold('MCP Fault Kitchen')} ${version}`,
    ...rows.map(([name = '', value = '']) => `  ${name.padEnd(10)}${value}`),
    'Client configuration:',
    '{',
    '  "mcpServers": {',
    `    "fault-kitchen": ${JSON.stringify(server)}`,
    '  }',
    '}',
    `Pick a fault: ${commandLine('select http_status_sequence', url)}`,
    `Watch:        ${commandLine('observe --follow', url)}`,
  ].join('\n');
}

function othersHint([name]: readonly string[], port: number): string {
  const address = (host: string): string => `http://${host}:${String(port)}/mcp`;
  return name === undefined
    ? `${address('NAME')} once it is allowed: --allow-host NAME (name or address of this machine)`
    : `${address(name)} from other machines`;
}
