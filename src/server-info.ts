/** Who the kitchen says it is, and which protocol revisions it speaks: one place for all answers. */
import type { Era } from './exchange/message.js';

/** `serverInfo` of every answer. The version is the package's own. */
export const SERVER_INFO = {
  name: 'mcp-fault-kitchen',
  title: 'MCP Fault Kitchen',
  version: '0.1.0',
} as const;

/** The eras that a kitchen speaks. */
export const PROTOCOLS = ['modern', 'legacy', 'both'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** Newest first. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

/** Newest first: a client that asks for another version is offered the first (2025-11-25, basic/lifecycle). */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** The only revision that knows batches (2025-06-18, changelog). */
export const BATCH_VERSION = '2025-03-26';

/** Messages of a batch; the SDK takes no more. */
export const MAX_BATCH = 100;

/** The revisions that a kitchen speaks, newest first. */
export function versionsOf(protocol: Protocol): readonly string[] {
  if (protocol === 'both') return [...MODERN_VERSIONS, ...LEGACY_VERSIONS];
  return protocol === 'modern' ? MODERN_VERSIONS : LEGACY_VERSIONS;
}

/** The era whose server answers a request: its own where that is spoken, the only one otherwise. */
export function servingEra(protocol: Protocol, spoken: Era): Era {
  return protocol === 'both' ? spoken : protocol;
}
