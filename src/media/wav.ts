/** Silence of any length: 8,000 samples a second, one byte each. */

const SAMPLES_A_SECOND = 8_000;
const SILENCE = 0x80;

export function* silence(seconds: number): Generator<Uint8Array> {
  const bytes = seconds * SAMPLES_A_SECOND;
  yield header(bytes);
  const second = Buffer.alloc(SAMPLES_A_SECOND, SILENCE);
  for (let n = 0; n < seconds; n += 1) yield second;
}

function header(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLES_A_SECOND, 24);
  head.writeUInt32LE(SAMPLES_A_SECOND, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return head;
}
