/** Compares the protocol's headers with what they mirror of the body (streamable-http#server-validation). */
import type { Arrival } from '../../exchange/message.js';

export interface HeaderReport {
  readonly name: string;
  readonly value: string;
  /** Null where nothing in the body says the same. */
  readonly matchesBody: boolean | null;
}

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const PLAIN = new Set(['accept', 'content-type', 'last-event-id']);
const SENTINEL = /^=\?base64\?(.*)\?=$/s;

export function reportHeaders({ headers, rpc }: Arrival): HeaderReport[] {
  const mirrored: Readonly<Record<string, unknown>> = {
    'mcp-protocol-version': rpc.meta?.[VERSION_KEY],
    'mcp-method': rpc.method,
    'mcp-name': rpc.name,
  };
  return headers.flatMap(([name, value]): HeaderReport[] => {
    const lower = name.toLowerCase();
    if (!PLAIN.has(lower) && !lower.startsWith('mcp-')) return [];
    const said = Object.hasOwn(mirrored, lower) ? mirrored[lower] : undefined;
    const matchesBody = said === undefined || said === null ? null : decodeValue(value) === said;
    return [{ name, value, matchesBody }];
  });
}

/** A value that is not plain ASCII comes as Base64 of its UTF-8 (streamable-http#value-encoding). */
function decodeValue(value: string): string {
  const [, base64] = SENTINEL.exec(value) ?? [];
  return base64 === undefined ? value : Buffer.from(base64, 'base64').toString('utf8');
}
