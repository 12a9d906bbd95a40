/**
 * Addresses that no client should touch by itself: `/canary/WORKSPACE/SESSION/NAME`. The end of NAME says what is
 * served; what stands before it tells canaries apart (`tool-icon/icon.png`).
 */

export interface CanaryAddress {
  readonly workspace: string;
  readonly session: string;
  /** What stands behind the session, without the query. */
  readonly name: string;
}

const ADDRESS = /^\/canary\/([A-Za-z0-9_-]{1,64})\/([A-Za-z0-9_-]{1,64})(?:\/([^?]*))?(?:\?.*)?$/s;

/** @param target path and query as they stood on the wire */
export function readCanaryAddress(target: string): CanaryAddress | null {
  if (!target.startsWith('/canary/')) return null;
  const match = ADDRESS.exec(target);
  if (match === null) return null;
  const [, workspace = '', session = '', name = ''] = match;
  return { workspace, session, name };
}

/** Where the canaries of a session are, without a slash at the end. */
export function canaryBase(
  origin: string,
  { workspace, session }: Pick<CanaryAddress, 'workspace' | 'session'>,
): string {
  return `${origin}/canary/${workspace}/${session}`;
}
