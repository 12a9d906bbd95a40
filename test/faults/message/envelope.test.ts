import type { Answer } from 'mcp-fault-kitchen';
import { describe, expect, it } from 'vitest';
import { type FaultScene, jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const RESULT = '"result":{"n":1.50,"s":"\\u00e9"}';

async function envelope(
  fields: object,
  idToken = '7',
  scene: FaultScene & { readonly healthy?: string } = {},
): Promise<string> {
  const { healthy = `{${RESULT},"jsonrpc":"2.0","id":${idToken}}`, ...rest } = scene;
  const message = `{"jsonrpc":"2.0","id":${idToken},"method":"tools/call"}`;
  const answer = await performDo(
    { envelope: fields },
    { message, answer: jsonAnswer(healthy), ...rest },
  );
  return bodyText(answer);
}

describe('the id of an envelope', () => {
  it.each([
    ['null', '7', 'null'],
    ['flipped', '7', '"7"'],
    ['flipped', '"7"', '7'],
    ['flipped', '9007199254740993', '"9007199254740993"'],
    ['float', '7', '7.0'],
    ['float', '"7"', '7.0'],
    ['padded', '7', '"7 "'],
    ['padded', '"r-17"', '"r-17 "'],
    ['other', '7', '1007'],
    ['other', '9007199254740993', '9007199254741993'],
    ['other', '"r-17"', '"r-17-other"'],
    ['foreign', '7', '1007'],
  ])('is %s for %s: %s, with all other bytes kept', async (id, own, sent) => {
    expect(await envelope({ id }, own)).toBe(`{${RESULT},"jsonrpc":"2.0","id":${sent}}`);
  });

  it('is missing', async () => {
    expect(await envelope({ id: 'missing' })).toBe(`{${RESULT},"jsonrpc":"2.0"}`);
  });

  it('is the one of another request that is open', async () => {
    expect(await envelope({ id: 'foreign' }, '7', { foreignId: '"r-1"' })).toBe(
      `{${RESULT},"jsonrpc":"2.0","id":"r-1"}`,
    );
  });

  it.each(['flipped', 'float'])('says what it needs where it cannot be %s', async (id) => {
    await expect(envelope({ id }, '"r-17"')).rejects.toThrow(
      `id: ${id} needs the id to be a whole number, and it is "r-17"`,
    );
  });
});

describe('the version of an envelope', () => {
  it.each([
    ['missing', `{${RESULT},"id":7}`],
    ['1.0', `{${RESULT},"jsonrpc":"1.0","id":7}`],
    ['number', `{${RESULT},"jsonrpc":2.0,"id":7}`],
    ['null', `{${RESULT},"jsonrpc":null,"id":7}`],
  ])('is %s', async (jsonrpc, sent) => {
    expect(await envelope({ jsonrpc })).toBe(sent);
  });
});

describe('the members of an envelope', () => {
  const ERROR = '"error":{"code":-32603,"message":"Internal error"}';

  it('are result and error', async () => {
    expect(await envelope({ members: 'both' })).toBe(`{${RESULT},"jsonrpc":"2.0","id":7,${ERROR}}`);
    expect(
      await envelope({ members: 'both' }, '7', { healthy: `{"jsonrpc":"2.0","id":7,${ERROR}}` }),
    ).toBe(`{"jsonrpc":"2.0","id":7,${ERROR},"result":{"resultType":"complete"}}`);
  });

  it('are neither of them', async () => {
    expect(await envelope({ members: 'neither' })).toBe('{"jsonrpc":"2.0","id":7}');
  });

  it('are those of a request too', async () => {
    expect(await envelope({ members: 'method' })).toBe(
      `{${RESULT},"jsonrpc":"2.0","id":7,"method":"tools/call"}`,
    );
  });

  it.each([
    [{ member: 'id' }, `{${RESULT},"jsonrpc":"2.0","id":7,"id":1007}`],
    [{ member: 'id', value: 8, at: 'start' }, `{"id":8,${RESULT},"jsonrpc":"2.0","id":7}`],
    [{ member: 'result' }, `{${RESULT},"jsonrpc":"2.0","id":7,"result":null}`],
    [{ member: 'result', value: { a: 1 } }, `{${RESULT},"jsonrpc":"2.0","id":7,"result":{"a":1}}`],
  ])('stand there twice: %j', async (double, sent) => {
    expect(await envelope({ double })).toBe(sent);
  });
});

describe('several messages in place of one', () => {
  const ONE = `{${RESULT},"jsonrpc":"2.0","id":7}`;

  it.each([
    ['batch', `[${ONE}]`],
    ['batch_of_two', `[${ONE},${ONE}]`],
    ['twice', ONE + ONE],
    ['lines', `${ONE}\n${ONE}\n`],
  ])('come as %s', async (as, sent) => {
    expect(await envelope({ as })).toBe(sent);
  });

  it('stay data of one event in a stream, and leave what is no response alone', async () => {
    const note = 'data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n';
    const answer: Answer = {
      status: 200,
      headers: [['Content-Type', 'text/event-stream']],
      body: `${note}event: message\ndata: ${ONE}\n\n`,
    };
    const changed = await performDo({ envelope: { as: 'lines', id: 'null' } }, { answer });
    const sent = ONE.replace('"id":7', '"id":null');
    expect(await bodyText(changed)).toBe(
      `${note}event: message\ndata: ${sent}\ndata: ${sent}\ndata: \n\n`,
    );
  });
});

it('needs something to break', async () => {
  await expect(envelope({})).rejects.toThrow('Give at least one of');
});
