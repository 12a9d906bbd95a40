/** What `kitchen serve` prints once it listens: at most fifteen lines, the client configuration included. */
import { printable, type Colors } from './output.js';

export interface Listening {
  readonly port: number;
  readonly mcpUrl: string;
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
  /** How the command is called here. */
  readonly command: string;
}

export function formatBanner(
  listening: Listening,
  { version, mcpTokenNeeded, command }: BannerDetails,
  colors: Colors,
): string {
  const server = {
    type: 'http',
    url: listening.mcpUrl,
    ...(mcpTokenNeeded && { headers: { Authorization: 'Bearer YOUR_MCP_TOKEN' } }),
  };
  const rows = [
    ['MCP', colors.cyan(listening.mcpUrl)],
    ['Admin', colors.cyan(listening.apiUrl)],
    ['Scenario', listening.scenario],
    ['Database', printable(listening.db, 500)],
    ...(listening.adminToken === undefined
      ? []
      : [['Token', `${listening.adminToken}  (admin API, shown this once)`]]),
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
    `Pick a fault: ${command} select http_status_sequence   Watch: ${command} observe --follow`,
  ].join('\n');
}
