import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../src/faults/fault-error.js';
import { jsonAnswer } from '../../support/fault-context.js';
import { bodyText, performDo } from '../../support/perform-fault.js';

const edited = async (edit: object, text: string): Promise<string> =>
  bodyText(await performDo({ edit_text: edit }, { answer: jsonAnswer(text) }));

describe('a text', () => {
  it.each([
    [{ replace: [{ find: 'a', with: '$&b' }] }, '$&bxa'],
    [{ replace: [{ find: 'a', with: '$&b', all: true }] }, '$&bx$&b'],
    [{ before: '<', after: '>', keepBytes: 3 }, '<ax'],
    [{ dropBytes: 2 }, 'a'],
  ])('changed by %j', async (edit, text) => {
    expect(await edited(edit, 'axa')).toBe(text);
  });

  it('is read from a stream, character by character', async () => {
    const repeat = { unit: 'é', times: 100_000 };
    const answer = await performDo({ body: { repeat }, edit_text: { after: '!' } });
    expect(await bodyText(answer)).toBe(`${'é'.repeat(100_000)}!`);
  });
});

describe('a text that is too much', () => {
  it('is a body of more than 16 MiB', async () => {
    const body = { repeat: { unit: 'x', bytes: 300_000_000 } };
    const performing = performDo({ body, edit_text: { after: '!' } });
    await expect(performing).rejects.toThrow(FaultError);
    await expect(performing).rejects.toThrow('The body is longer than 16 MiB');
  });

  it('is one that grows with each replacement', async () => {
    const twice = { find: 'ab', with: 'abababab', all: true };
    const replace = Array.from({ length: 60 }, () => twice);
    await expect(edited({ replace }, 'ab')).rejects.toThrow(/more than 1000000 places/);
    const long = [{ find: 'a', with: 'x'.repeat(100_000), all: true }];
    await expect(edited({ replace: long }, 'a'.repeat(1_000))).rejects.toThrow(
      'The replaced text is longer than 16 MiB',
    );
  });

  it('is not waited for after the client has gone', async () => {
    const client = new AbortController();
    const body = new ReadableStream<Uint8Array>();
    const answer = { ...jsonAnswer(''), body };
    const performing = performDo({ edit_text: { after: '!' } }, { answer, signal: client.signal });
    client.abort();
    expect(await bodyText(await performing)).toBe('!');
  });
});
