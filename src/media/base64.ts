/** Base64 of bytes that come in pieces of any size, made while they come. */

export function* base64Of(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for (const piece of pieces) {
    const bytes = rest.byteLength === 0 ? piece : Buffer.concat([rest, piece]);
    // Three bytes are four characters; what is left over waits for the next piece.
    const whole = bytes.byteLength - (bytes.byteLength % 3);
    rest = bytes.subarray(whole);
    if (whole > 0) yield text(bytes.subarray(0, whole));
  }
  if (rest.byteLength > 0) yield text(rest);
}

function text(bytes: Uint8Array): Buffer {
  return Buffer.from(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  );
}
