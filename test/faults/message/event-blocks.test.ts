import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../src/faults/fault-error.js';
import { EventBlocks } from '../../../src/faults/message/event-blocks.js';

const TEXT = 'data: a\n\n: b\nid: 1\n\n\n\ndata: c\n\nrest\n';

function taken(pieces: readonly string[]): readonly string[] {
  const blocks = new EventBlocks();
  return [...pieces.flatMap((piece) => blocks.push(piece)), blocks.rest];
}

describe('the events of a stream', () => {
  const whole = ['data: a', ': b\nid: 1', '', 'data: c', 'rest\n'];

  it('end at blank lines', () => {
    expect(taken([TEXT])).toEqual(whole);
  });

  it('are the same wherever the stream is cut into pieces', () => {
    expect(taken([...TEXT])).toEqual(whole);
    for (let at = 0; at <= TEXT.length; at += 1) {
      expect(taken([TEXT.slice(0, at), TEXT.slice(at)])).toEqual(whole);
    }
  });

  it('cannot be longer than 16 MiB', () => {
    const blocks = new EventBlocks();
    const piece = ': x\n'.repeat(256 * 1024);
    for (let mib = 0; mib < 16; mib += 1) expect(blocks.push(piece)).toEqual([]);
    expect(() => blocks.push(piece)).toThrow(FaultError);
    expect(() => blocks.push(piece)).toThrow('An event of the stream is longer than 16 MiB');
  });
});
