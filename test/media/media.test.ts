import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { base64Of } from '../../src/media/base64.js';
import { animation } from '../../src/media/gif.js';
import { blackSquare, endlessPng } from '../../src/media/png.js';
import { silence } from '../../src/media/wav.js';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.byteLength;) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.push({ type: named.toString('latin1', 0, 4), data: named.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

describe('the black square', () => {
  // Less than one piece of a MiB, one and a rest, several.
  it.each([9, 3_000, 5_000])('of %i pixels a side is a whole PNG', (side) => {
    const png = Buffer.concat([...blackSquare(side)]);
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const chunks = chunksOf(png);
    expect(chunks[0]?.data.readUInt32BE(0)).toBe(side);
    expect(chunks[0]?.data.readUInt32BE(4)).toBe(side);
    expect(chunks.at(-1)?.type).toBe('IEND');
    const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
    // Checks the checksum of the stream too.
    const pixels = inflateSync(Buffer.concat(data));
    expect(pixels.equals(Buffer.alloc(side * (1 + Math.ceil(side / 8))))).toBe(true);
  });

  it('of 30,000 pixels a side is a small file', () => {
    expect(Buffer.concat([...blackSquare(30_000)]).byteLength).toBeLessThan(200_000);
  });
});

describe('the endless picture', () => {
  it('goes on with whole chunks', () => {
    const pieces = endlessPng();
    const first = Array.from({ length: 4 }, () => Buffer.from(pieces.next().value ?? []));
    const types = chunksOf(Buffer.concat(first)).map(({ type }) => type);
    expect(types).toEqual(['IHDR', 'IDAT', 'IDAT', 'IDAT', 'IDAT']);
  });
});

describe('the animation', () => {
  it.each([1, 2_000, 2_001])('has %i frames', (frames) => {
    const gif = Buffer.concat([...animation(frames)]);
    expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
    expect(gif.at(-1)).toBe(0x3b);
    // Each begins with the description of where it stands: the whole of one pixel.
    const places = gif.toString('latin1').split('\x2c\0\0\0\0\x01\0\x01\0\0').length - 1;
    expect(places).toBe(frames);
  });
});

describe('silence', () => {
  it('says how long it is, and is so long', () => {
    const wav = Buffer.concat([...silence(3)]);
    expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
    expect(wav.readUInt32LE(4)).toBe(wav.byteLength - 8);
    expect(wav.readUInt32LE(40)).toBe(24_000);
    expect(wav.subarray(44).every((sample) => sample === 0x80)).toBe(true);
  });
});

describe('Base64 made piece by piece', () => {
  it('is the same however the bytes come', () => {
    const bytes = Buffer.from('Any bytes, seventeen+');
    for (const size of [1, 2, 3, 5, 100]) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.byteLength; at += size)
        pieces.push(bytes.subarray(at, at + size));
      expect(Buffer.concat([...base64Of(pieces)]).toString()).toBe(bytes.toString('base64'));
    }
  });
});
