import { describe, expect, it } from 'vitest';
import type { Disturbance, OwnPort } from '../../../src/wire/own-port.js';
import { doSchema } from '../../../src/script/script-schema.js';
import { arrivalOf } from '../../support/arrival.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { performDo } from '../../support/perform-fault.js';

function fakePort(): { port: OwnPort; asked: Disturbance[]; kept: (object | null)[] } {
  const asked: Disturbance[] = [];
  const kept: (object | null)[] = [];
  const port: Pick<OwnPort, 'disturb' | 'cutOpen'> = {
    disturb: (disturbance) => asked.push(disturbance),
    cutOpen: (except) => kept.push(except),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a fault may ask of it
  return { port: port as OwnPort, asked, kept };
}

describe('port', () => {
  it('closes the port of the session for a time, and leaves the answer alone', async () => {
    const { port, asked, kept } = fakePort();
    const answer = jsonAnswer('{}');
    expect(await performDo({ port: { for: '3s' } }, { answer, ownPort: port })).toEqual(answer);
    expect(asked).toEqual([{ how: 'refuse', ms: 3_000 }]);
    expect(kept).toEqual([]);
  });

  it('cuts the other connections', async () => {
    const { port, asked, kept } = fakePort();
    const connection = {};
    const arrival = { ...arrivalOf({ jsonrpc: '2.0', id: 1, method: 'ping' }), connection };
    const scene = { answer: jsonAnswer('{}'), ownPort: port, arrival };
    await performDo({ port: { how: 'silent', open: 'cut' } }, scene);
    expect(asked).toEqual([{ how: 'silent', ms: 5_000 }]);
    expect(kept).toEqual([connection]);
  });

  it('says what to do where the session has none', async () => {
    await expect(performDo({ port: {} }, { answer: jsonAnswer('{}') })).rejects.toThrow(
      /order it with ownPort/,
    );
  });

  it('lasts an hour at most', () => {
    expect(doSchema.safeParse({ port: { for: '61m' } }).success).toBe(false);
  });
});
