/** Reads what came over the wire leniently, as far as it goes: a broken answer shows what of it can be read. */
import type { Json } from '../support/mcp.js';

export interface WireAnswer {
  readonly raw: Buffer;
  readonly interim: readonly number[];
  readonly statusLine: string;
  /** NaN where the status line has none. */
  readonly status: number;
  /** Exactly as they stood in the head, in Latin-1: one character a byte. */
  readonly headLines: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without the framing of chunks. */
  readonly body: Buffer;
  readonly trailers: readonly string[];
  /** Whether the framing says that the answer has ended. */
  readonly isWhole: boolean;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export function readWire(raw: Buffer): WireAnswer {
  const interim: number[] = [];
  let start = 0;
  for (;;) {
    const end = raw.indexOf(HEAD_END, start);
    const head = raw.toString('latin1', start, end === -1 ? raw.byteLength : end);
    const [statusLine = '', ...headLines] = head.split('\r\n');
    const status = Number(/^HTTP\/\d\.\d (\d{3})/.exec(statusLine)?.[1] ?? Number.NaN);
    const isInterim = status >= 100 && status < 200 && status !== 101;
    if (isInterim && end !== -1 && end + 4 < raw.byteLength) {
      interim.push(status);
      start = end + 4;
      continue;
    }
    const headers = headLines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    const read = { raw, interim, statusLine, status, headLines, headers };
    if (end === -1) return { ...read, body: Buffer.alloc(0), trailers: [], isWhole: false };
    return { ...read, ...readBody(raw.subarray(end + 4), status, headers) };
  }
}

type Body = Pick<WireAnswer, 'body' | 'trailers' | 'isWhole'>;

function readBody(rest: Buffer, status: number, headers: WireAnswer['headers']): Body {
  const value = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  if (status === 204 || status === 304) return { body: rest, trailers: [], isWhole: true };
  if (value('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(rest);
  const length = Number(value('content-length') ?? Number.NaN);
  if (Number.isNaN(length) || length < 0) return { body: rest, trailers: [], isWhole: false };
  const isWhole = rest.byteLength >= length;
  return { body: rest.subarray(0, length), trailers: [], isWhole };
}

function readChunks(rest: Buffer): Body {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', at);
    const line = rest.toString('latin1', at, lineEnd === -1 ? at : lineEnd);
    const size = /^[0-9a-f]+/i.exec(line)?.[0];
    if (size === undefined) return { body: Buffer.concat(chunks), trailers: [], isWhole: false };
    const from = lineEnd + 2;
    const length = Number.parseInt(size, 16);
    if (length === 0) {
      const lines = rest.toString('latin1', from).split('\r\n');
      const last = lines.indexOf('');
      const isWhole = last !== -1 && last < lines.length - 1;
      const trailers = last === -1 ? lines : lines.slice(0, last);
      return { body: Buffer.concat(chunks), trailers, isWhole };
    }
    chunks.push(rest.subarray(from, from + length));
    at = from + length + 2;
  }
}

/** The data of the events of a stream, in order; events without data are passed over. */
export function eventData(text: string): readonly string[] {
  // The newest event counts once its blank line has come.
  const events = text.replace(/^\uFEFF/, '').split(/(?:\r\n|\r(?!\n)|\n){2}/);
  return events.slice(0, -1).flatMap((event) => {
    const data = event.split(/\r\n|\r|\n/).flatMap((line) => {
      const value = /^data(?::|$) ?(.*)$/s.exec(line)?.[1];
      return value === undefined ? [] : [value];
    });
    return data.length === 0 || data.join('') === '' ? [] : [data.join('\n')];
  });
}

export function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isStream({ headers }: WireAnswer): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^text\/event-stream\b/i.test(type);
}

/** The JSON of the body; of a stream, of its last event. */
export function jsonOf(answer: WireAnswer): Json {
  const text = answer.body.toString();
  return parsed(isStream(answer) ? (eventData(text).at(-1) ?? '') : text);
}
