import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../support/fault-context.js';
import { performDo } from '../../support/perform-fault.js';
import { doSchema } from '../../../src/script/script-schema.js';

const NO_BODY =
  'An answer with status 204, 205 or 304 has no body: leave it out, or say every byte with `raw`';

describe.each([204, 205, 304])('an answer with status %i', (status) => {
  it.each<[string, object]>([
    ['http_status', { http_status: { status, body: 'x' } }],
    ['a text', { body: { status, text: 'x' } }],
    ['bytes', { body: { status, base64: 'eA==' } }],
    ['JSON', { body: { status, json: null } }],
    ['a repetition', { body: { status, repeat: { unit: 'x', bytes: 1 } } }],
    ['events', { events: { status, items: [] } }],
    ['a result', { result: { status, result: {} } }],
    ['an error', { jsonrpc_error: { code: -32603, httpStatus: status } }],
  ])('is refused with the body of %s', (_what, doing) => {
    const { error } = doSchema.safeParse(doing);
    expect(JSON.stringify(error?.issues)).toContain(NO_BODY);
  });

  it.each<[string, object]>([
    ['http_status', { http_status: { status, body: '', headers: { 'X-A': '1' } } }],
    ['body', { body: { status, contentType: 'application/json' } }],
  ])('can be said without one by %s', async (_kind, doing) => {
    expect(await performDo(doing)).toMatchObject({ status, body: null });
  });

  it('loses the body that it had', async () => {
    const healthy = jsonAnswer('{}');
    expect(await performDo({ headers: { status } }, { answer: healthy })).toMatchObject({
      status,
      body: null,
    });
  });
});
