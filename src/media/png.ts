/** Pictures that are small as files and huge once they are decoded, or that never end. */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ZLIB_HEAD = Buffer.from([0x78, 0xda]);
const SMALL = { level: 9 };
const FLUSH = constants.Z_FULL_FLUSH;
const PIECE_BYTES = 1024 * 1024;
const STORED_BYTES = 0xffff;

/** A black square with one bit a pixel: valid, small as a file, `side`² pixels once it is decoded. */
export function* blackSquare(side: number): Generator<Uint8Array> {
  // Each row begins with the number of its filter.
  const bytes = side * (1 + Math.ceil(side / 8));
  yield Buffer.concat([SIGNATURE, header(side), chunk('IDAT', ZLIB_HEAD)]);
  // A full flush ends on a whole byte and forgets what was before, so that the same piece may come again and again.
  const piece = chunk('IDAT', deflateRawSync(zeros(PIECE_BYTES), { ...SMALL, finishFlush: FLUSH }));
  for (let left = bytes; left >= PIECE_BYTES; left -= PIECE_BYTES) yield piece;
  const rest = deflateRawSync(zeros(bytes % PIECE_BYTES), SMALL);
  yield chunk('IDAT', Buffer.concat([rest, adlerOfZeros(bytes)]));
  yield chunk('IEND', new Uint8Array());
}

/** Begins as a picture does, and goes on for ever: 64 KiB a piece. */
export function* endlessPng(): Generator<Uint8Array> {
  yield Buffer.concat([SIGNATURE, header(STORED_BYTES), chunk('IDAT', ZLIB_HEAD)]);
  const stored = Buffer.alloc(5 + STORED_BYTES);
  // A stored block that is not the last one: its length, and the complement of that (RFC 1951, section 3.2.4).
  stored.writeUInt16LE(STORED_BYTES, 1);
  const piece = chunk('IDAT', stored);
  for (;;) yield piece;
}

function header(side: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(side, 0);
  data.writeUInt32BE(side, 4);
  data.writeUInt8(1, 8);
  return chunk('IHDR', data);
}

function zeros(bytes: number): Buffer {
  return Buffer.alloc(bytes);
}

/** The checksum behind a zlib stream (RFC 1950, section 9) of zeros alone. */
function adlerOfZeros(bytes: number): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(bytes % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  return sum;
}

function chunk(type: 'IHDR' | 'IDAT' | 'IEND', data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.byteLength + 8);
  framed.writeUInt32BE(data.byteLength, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), 4 + named.byteLength);
  return framed;
}
