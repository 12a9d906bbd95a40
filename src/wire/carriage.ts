/** How an answer is carried where the server does not do it by itself: what goes wrong on the way, as plain data. */

/** A place in an answer on its way out. */
export interface Place {
  /**
   * `start`: before the first byte of the status line; `head`: before the first byte after the head; `body`: the same,
   * but counting bytes of the body alone (the framing of chunks is not counted); `end`: after the last byte.
   */
  readonly at: 'start' | 'body' | 'end';
  /** Bytes beyond that place, from 0. Of the head for `start`, of the body for `body`. */
  readonly bytes: number;
}

/**
 * How the connection ends: `reset` sends RST, `fin` closes as it should, `half_close` sends FIN and still reads,
 * `stall` sends nothing more and waits until the client leaves, `keep` leaves it to the next request.
 */
export type Ending = 'reset' | 'fin' | 'half_close' | 'stall' | 'keep';

/** Something that happens at a place. */
export type Stop =
  | { readonly place: Place; readonly kind: 'pause'; readonly ms: number }
  | { readonly place: Place; readonly kind: 'end'; readonly how: Exclude<Ending, 'keep'> };

/** Bytes a piece, with a pause after each: every piece goes to the system on its own. */
export interface Drip {
  readonly part: 'head' | 'body' | 'all';
  readonly bytes: number;
  readonly everyMs: number;
}

/** How the body is framed. Texts go into the head as they are. */
export type Framing =
  /** `Content-Length` with a value of its own, or several of them. */
  | { readonly kind: 'length'; readonly values: readonly string[] }
  | {
      readonly kind: 'chunked';
      /** Bytes of the body in each chunk; the whole piece that is at hand where left out. */
      readonly chunkBytes?: number;
      /** Written in place of the size of the nth chunk (from 1). */
      readonly badSize?: { readonly chunk: number; readonly text: string };
      /** Written after each size, say `;name=value`. */
      readonly extension?: string;
      /** Whether the last chunk, of size 0, is sent. */
      readonly last: boolean;
      /** Lines after the last chunk. */
      readonly trailers: readonly string[];
      /** `Content-Length` lines beside `Transfer-Encoding: chunked`. */
      readonly lengths: readonly string[];
    }
  /** No length at all: the body ends with the connection. */
  | { readonly kind: 'none' };

/** Answers like `103 Early Hints` before the real one. */
export interface Informational {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly times: number;
  readonly everyMs: number;
}

/** A piece of an answer that is written byte for byte. */
export type RawPiece =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'wait'; readonly ms: number };

export interface Carriage {
  /** Instead of head and body: exactly these pieces. */
  readonly raw?: readonly RawPiece[];
  /** Bytes before the status line. */
  readonly before?: Uint8Array;
  readonly informational?: Informational;
  /** The status line without its line end. */
  readonly statusLine?: string;
  /** Lines added to the head as they are, in Latin-1, without their line end. */
  readonly headLines?: readonly string[];
  /** Between the lines of the head. Default `\r\n`. */
  readonly lineEnd?: '\r\n' | '\n' | '\r';
  /** Default: the right `Content-Length`; chunks for a stream. */
  readonly framing?: Framing;
  readonly drip?: Drip;
  readonly stops?: readonly Stop[];
  /** Bytes after the complete answer. */
  readonly after?: Uint8Array;
  /** What happens once everything was sent. Default `keep` where the framing says where the body ends, else `fin`. */
  readonly ending?: Ending;
  /** Milliseconds between the last byte and the ending. */
  readonly endingAfterMs?: number;
}
