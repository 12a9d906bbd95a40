import { describe, expect, it } from 'vitest';
import { askedWith } from './asked-with.js';
import type { Ask, Step } from './ledger-format.js';

function words(...asks: readonly Ask[]): readonly string[] {
  const steps = asks.map((ask): Step => ({ ask, see: {} }));
  return askedWith({ select: { scenario: 'script' }, steps });
}

describe('the words for what is asked', () => {
  it('are none for the ordinary call, whatever an answer gave it', () => {
    const again: Ask = {
      request: 'call',
      id: 8,
      params: { requestState: 's', inputResponses: {} },
    };
    expect(words({ request: 'call' }, again)).toEqual([]);
  });

  it('name the tool and the arguments where they are others', () => {
    const params = { name: 'add', arguments: { a: 1 } };
    expect(words({ request: 'call', params })).toEqual([
      'asked with `tools/call` of `add` with `{"a":1}`',
    ]);
    expect(words({ request: 'legacy-call', params: { arguments: { text: 'é' } } })).toEqual([
      'asked with `tools/call` with `{"text":"é"}` in a session of 2025',
    ]);
  });

  it('name arguments that are those of the ordinary call, where the tool is another', () => {
    expect(words({ request: 'call', params: { name: 'shout' } })).toEqual([
      'asked with `tools/call` of `shout` with `{"text":"hi"}`',
    ]);
  });

  it('name what is read, and what is listened for', () => {
    expect(
      words(
        { request: 'read', params: { uri: 'kitchen://plate.png' } },
        { request: 'read', params: { uri: '$1/result/resources/0/uri' } },
        { request: 'listen', params: { notifications: {} } },
      ),
    ).toEqual([
      'asked with `resources/read` of `kitchen://plate.png`, `resources/read` of what an answer named, `subscriptions/listen` with `{"notifications":{}}`',
    ]);
  });

  it('are those of the body, where it was written whole', () => {
    const body = JSON.stringify({ method: 'resources/subscribe', params: { uri: 'kitchen://a' } });
    const answer = JSON.stringify({ id: 'ask-1', result: {} });
    expect(
      words({ request: 'legacy-ping', body }, { request: 'legacy-notify', body: answer }),
    ).toEqual([
      'asked with `resources/subscribe` of `kitchen://a` in a session of 2025, the answer to the question',
    ]);
  });

  it('can be read where a name cannot be written as it is', () => {
    expect(words({ request: 'call', params: { name: ' a`b ', arguments: {} } })).toEqual([
      'asked with `tools/call` of `` " a`b " `` with `{}`',
    ]);
  });
});
