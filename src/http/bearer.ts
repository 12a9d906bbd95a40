/** Compares a bearer token in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';

export function isBearer(authorization: string | null | undefined, token: string): boolean {
  const given = /^Bearer ([^ ]+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
