/** Reads an MCP address: `/mcp`, `/w/NAME/mcp`, `/w/NAME/s/KEY/mcp`. */
import type { McpAddress } from '../exchange/message.js';

export const DEFAULT_WORKSPACE = 'default';

/** 1 to 64 of `A-Z a-z 0-9 _ -`: what a workspace or a KEY may be called. */
export const NAME_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

const ADDRESS = /^\/w\/([^/]*)(?:\/s\/([^/]*))?\/mcp$/;

export type ReadAddress =
  | { readonly kind: 'mcp'; readonly address: McpAddress }
  | { readonly kind: 'bad_address' }
  | { readonly kind: 'other' };

const DEFAULT_ADDRESS: ReadAddress = {
  kind: 'mcp',
  address: { workspace: DEFAULT_WORKSPACE, key: null },
};
const BAD_ADDRESS: ReadAddress = { kind: 'bad_address' };
const OTHER: ReadAddress = { kind: 'other' };

/** @param target path and query as they stood on the wire: nothing in it is decoded */
export function readMcpAddress(target: string): ReadAddress {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  if (path === '/mcp') return DEFAULT_ADDRESS;
  if (!path.startsWith('/w/')) return OTHER;
  const match = ADDRESS.exec(path);
  if (match === null) return BAD_ADDRESS;
  const [, workspace = '', key] = match;
  if (![workspace, key ?? 'k'].every((name) => NAME_PATTERN.test(name))) return BAD_ADDRESS;
  return { kind: 'mcp', address: { workspace, key: key ?? null } };
}

export function mcpPath({ workspace, key }: McpAddress): string {
  if (key !== null) return `/w/${workspace}/s/${key}/mcp`;
  return workspace === DEFAULT_WORKSPACE ? '/mcp' : `/w/${workspace}/mcp`;
}
