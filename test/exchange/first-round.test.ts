import { expect, it } from 'vitest';
import { asFirstRound } from '../../src/exchange/first-round.js';
import { arrivalOf } from '../support/arrival.js';

it('takes a further round for the call that it goes on with, and leaves its id as it stands', () => {
  const text =
    '{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"echo","requestState":"s","inputResponses":{},"arguments":{"text":"hi"}}}';
  const { body, json, rpc } = asFirstRound(arrivalOf(text));
  expect(new TextDecoder().decode(body)).toBe(
    '{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}',
  );
  expect(json).toMatchObject({ params: { name: 'echo', arguments: { text: 'hi' } } });
  expect(rpc).toMatchObject({ idToken: '1.0', requestState: null, inputResponses: null });
});
