/** The revision of a selection as an entity tag (RFC 9110, 8.8.3 and 13.1.1). */
import { KitchenError } from '../errors.js';
import type { KitchenService } from '../service.js';

export function entityTag(revision: number): string {
  return `"${String(revision)}"`;
}

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAG_LIST = new RegExp(String.raw`^\s*${TAG}(?:\s*,\s*${TAG})*\s*$`);

/**
 * The revision that a change of the selection must still meet, by `If-Match`; undefined without that header. Throws
 * where the header is malformed or means another revision. Comparison is strong: a weak tag matches nothing.
 */
export function requiredRevision(
  service: Pick<KitchenService, 'selection'>,
  workspace: string,
  ifMatch: string | undefined,
): number | undefined {
  if (ifMatch === undefined) return undefined;
  const wanted = ifMatch.trim();
  if (wanted !== '*' && !TAG_LIST.test(wanted)) {
    throw new KitchenError(
      'invalid_request',
      `If-Match must be a revision in double quotes, say "3", or *; it is ${wanted}.`,
      [{ path: 'if-match', message: 'must be an entity tag in double quotes, or *' }],
    );
  }
  const revision = currentRevision(service, workspace);
  if (revision === null) {
    throw new KitchenError(
      'revision_changed',
      `There is no workspace "${workspace}" that If-Match could mean; leave the header out to create it.`,
    );
  }
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (wanted === '*' || tags.includes(entityTag(revision))) return revision;
  throw new KitchenError(
    'revision_changed',
    `The selection has revision ${String(revision)} now, not ${wanted}; read it again before you change it.`,
  );
}

function currentRevision(
  service: Pick<KitchenService, 'selection'>,
  workspace: string,
): number | null {
  try {
    return service.selection(workspace).revision;
  } catch (error) {
    if (error instanceof KitchenError && error.code === 'unknown_workspace') return null;
    throw error;
  }
}
