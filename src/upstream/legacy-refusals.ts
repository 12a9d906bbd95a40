/** What the 2025 era forbids and the SDK would serve all the same, or wait on for ever. */
import type { RequestId } from '@modelcontextprotocol/server';
import type { Answer } from '../exchange/answer.js';
import type { Arrival } from '../exchange/message.js';
import { BATCH_VERSION, MAX_BATCH } from '../server-info.js';
import { isObject } from './is-object.js';

const INVALID_REQUEST = -32600;

/**
 * Why a batch is not served; null where it may be, and for whatever else is no batch.
 * @param agreed the revision that `initialize` agreed on; null before it
 */
export function findForbiddenBatch({ json }: Arrival, agreed: string | null): string | null {
  if (!Array.isArray(json)) return null;
  // 2025-03-26, basic/lifecycle#initialization
  if (json.some(isInitialize)) return 'initialize must not be part of a batch';
  // Where nothing was agreed on yet, the SDK says what is missing.
  if (agreed !== null && agreed !== BATCH_VERSION) return `Revision ${agreed} knows no batches`;
  if (json.length > MAX_BATCH) return `A batch holds ${String(MAX_BATCH)} messages at most`;
  return json.length === 0 ? 'The batch is empty' : null;
}

/** The id of a request that another one has already, be it in the same batch or without an answer yet. */
export function findUsedId(
  ids: readonly RequestId[],
  isOpen: (id: RequestId) => boolean,
): RequestId | undefined {
  const seen = new Set<RequestId>();
  return ids.find((id) => isOpen(id) || seen.size === seen.add(id).size);
}

/** As the SDK refuses what it can make no sense of. */
export function invalidRequest(why: string): Answer {
  const error = { code: INVALID_REQUEST, message: `Invalid Request: ${why}` };
  return {
    status: 400,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify({ jsonrpc: '2.0', error, id: null }),
  };
}

function isInitialize(part: unknown): boolean {
  return isObject(part) && part['method'] === 'initialize';
}
