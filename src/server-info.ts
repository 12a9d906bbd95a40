/** Who the kitchen says it is, and which protocol revisions it speaks: one place for all answers. */

/** `serverInfo` of every answer. The version is the package's own. */
export const SERVER_INFO = {
  name: 'mcp-fault-kitchen',
  title: 'MCP Fault Kitchen',
  version: '0.1.0',
} as const;

/** Newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = ['2026-07-28'];
