/**
 * Reads an answer that was written to the socket by hand as a strict client does: what arrived of it, and whether it is
 * whole. Interim answers (1xx) are passed over; what follows the answer is not looked at.
 */
import type { HeaderLines } from '../exchange/message.js';

export interface WireReaderListener {
  readonly onHead: (status: number, headers: HeaderLines) => void;
  readonly onBody: (bytes: Uint8Array) => void;
}

export interface WireReader {
  push(bytes: Uint8Array): void;
  /** Whether the answer had ended, where nothing more came, or with the end of the connection (`closed`). */
  isWhole(closed: boolean): boolean;
}

/** What comes next. `broken`: no HTTP, or an end of it that nothing can be made of. */
type State =
  | { readonly kind: 'head' }
  | { readonly kind: 'length'; left: number }
  | { readonly kind: 'chunk_size' }
  | { readonly kind: 'chunk'; left: number }
  | { readonly kind: 'chunk_end' }
  | { readonly kind: 'trailers' }
  | { readonly kind: 'until_close' }
  | { readonly kind: 'whole' }
  | { readonly kind: 'broken' };

const MAX_HEAD_BYTES = 1024 * 1024;
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
// oxlint-disable-next-line no-control-regex -- what no header value may hold
const HEADER_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*?)[ \t]*$/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/;
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

export function createWireReader({ onHead, onBody }: WireReaderListener): WireReader {
  let state: State = { kind: 'head' };
  let rest: Buffer = Buffer.alloc(0);

  /** The bytes up to a mark, which are then gone; null where it has not come yet. */
  const takeUntil = (mark: string): string | null => {
    const index = rest.indexOf(mark, 0, 'latin1');
    if (index === -1) {
      if (rest.byteLength > MAX_HEAD_BYTES) state = { kind: 'broken' };
      return null;
    }
    const text = rest.toString('latin1', 0, index);
    rest = rest.subarray(index + mark.length);
    return text;
  };

  const takeBytes = (left: number): number => {
    const bytes = rest.subarray(0, left);
    if (bytes.byteLength > 0) onBody(bytes);
    rest = rest.subarray(bytes.byteLength);
    return left - bytes.byteLength;
  };

  const readHead = (text: string): State => {
    const [statusLine = '', ...lines] = text.split('\r\n');
    const status = Number(STATUS_LINE.exec(statusLine)?.[1] ?? 0);
    const headers = lines.map((line) => {
      const [, name, value] = HEADER_LINE.exec(line) ?? [];
      return name === undefined || value === undefined ? null : ([name, value] as const);
    });
    const good = headers.filter((line) => line !== null);
    if (status === 0 || good.length < headers.length) return { kind: 'broken' };
    if (status < 200) return { kind: 'head' };
    const framing = framingOf(status, good);
    if (framing.kind !== 'broken') onHead(status, good);
    return framing;
  };

  /** One step; false where more bytes are needed. */
  const step = (): boolean => {
    switch (state.kind) {
      case 'head': {
        const text = takeUntil('\r\n\r\n');
        if (text === null) return false;
        state = readHead(text);
        return true;
      }
      case 'length':
      case 'chunk':
        state.left = takeBytes(state.left);
        if (state.left > 0) return false;
        state = { kind: state.kind === 'length' ? 'whole' : 'chunk_end' };
        return true;
      case 'chunk_size': {
        const text = takeUntil('\r\n');
        if (text === null) return false;
        const size = CHUNK_SIZE.exec(text)?.[1];
        const left = Number.parseInt(size ?? '', 16);
        if (Number.isNaN(left)) state = { kind: 'broken' };
        else state = left === 0 ? { kind: 'trailers' } : { kind: 'chunk', left };
        return true;
      }
      case 'chunk_end': {
        if (rest.byteLength < 2) return false;
        state = takeUntil('\r\n') === '' ? { kind: 'chunk_size' } : { kind: 'broken' };
        return true;
      }
      case 'trailers': {
        const text = takeUntil('\r\n');
        if (text === null) return false;
        if (text === '') state = { kind: 'whole' };
        return true;
      }
      case 'until_close':
        takeBytes(rest.byteLength);
        return false;
      default:
        rest = Buffer.alloc(0);
        return false;
    }
  };

  return {
    push(bytes) {
      rest = rest.byteLength === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
      while (step()) {
        // Goes on as far as the bytes reach.
      }
    },
    isWhole: (closed) => state.kind === 'whole' || (closed && state.kind === 'until_close'),
  };
}

/** RFC 9112, section 6.3, where a doubt means broken. */
function framingOf(status: number, headers: HeaderLines): State {
  const values = (wanted: string): string[] =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  if (WITHOUT_BODY.has(status)) return { kind: 'whole' };
  const codings = values('transfer-encoding');
  const lengths = values('content-length').flatMap((value) => value.split(/\s*,\s*/));
  if (codings.length > 0) {
    const isChunked = codings.join(',').trim().toLowerCase() === 'chunked';
    return isChunked && lengths.length === 0 ? { kind: 'chunk_size' } : { kind: 'broken' };
  }
  const [length] = lengths;
  if (length === undefined) return { kind: 'until_close' };
  if (!/^\d{1,15}$/.test(length) || new Set(lengths).size > 1) return { kind: 'broken' };
  return Number(length) === 0 ? { kind: 'whole' } : { kind: 'length', left: Number(length) };
}
