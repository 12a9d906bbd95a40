/** An animation of as many frames as one likes, each a single pixel. */

const FRAMES_A_PIECE = 2_000;
const HEAD = Buffer.concat([
  Buffer.from('GIF89a'),
  // One by one pixel, a table of two colours.
  Buffer.from([1, 0, 1, 0, 0x80, 0, 0]),
  Buffer.from([0, 0, 0, 0xff, 0xff, 0xff]),
]);
/** A hundredth of a second, one pixel of the first colour. */
const FRAME = Buffer.concat([
  Buffer.from([0x21, 0xf9, 0x04, 0x00, 0x01, 0x00, 0x00, 0x00]),
  Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
  Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00]),
]);
const TRAILER = Buffer.from([0x3b]);

export function* animation(frames: number): Generator<Uint8Array> {
  yield HEAD;
  const piece = Buffer.concat(Array.from({ length: FRAMES_A_PIECE }, () => FRAME));
  for (let left = frames; left > 0; left -= FRAMES_A_PIECE) {
    yield piece.subarray(0, Math.min(left, FRAMES_A_PIECE) * FRAME.byteLength);
  }
  yield TRAILER;
}
