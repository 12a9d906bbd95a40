/** The media type that an answer claims to have. */
import { isNamed } from '../exchange/header-lines.js';
import type { HeaderLines } from '../exchange/message.js';

export const JSON_TYPE = 'application/json';
export const STREAM_TYPE = 'text/event-stream';

/** Lower case, without parameters; null where there is none, or where several contradict each other. */
export function mediaTypeOf(headers: HeaderLines): string | null {
  let found: string | null = null;
  for (const [name, value] of headers) {
    if (!isNamed(name, 'content-type')) continue;
    const type = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
    if (found !== null && found !== type) return null;
    found = type;
  }
  return found;
}
