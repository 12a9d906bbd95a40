import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, RawConnection, requestBytes } from '../support/raw-http.js';

const BODY = JSON.stringify(message('tools/call', { name: 'echo', arguments: { text: 'hi' } }));

async function bytesFor(doing: object): Promise<string> {
  const kitchen = await testKitchen({ scenario: 'script', params: { rules: [{ do: doing }] } });
  return (await askOnce(kitchen.port, { body: BODY })).bytes.toString('latin1');
}

describe('a header beyond ASCII goes out in Latin-1', () => {
  const headers = [['X-E', 'é']];

  it.each<[string, object, string]>([
    ['text', { body: { text: 'é', headers } }, '\u00c3\u00a9'],
    ['bytes', { body: { base64: 'w6k=', headers } }, '\u00c3\u00a9'],
    ['a stream', { events: { items: [{ raw: 'é' }], headers } }, '\u00c3\u00a9\r\n0'],
    ['nothing', { http_status: { status: 503, headers: { 'X-E': 'é' } } }, ''],
    [
      'what is carried by hand',
      { body: { text: 'é', headers }, framing: { headLines: ['X-B: 1'] } },
      '\u00c3\u00a9',
    ],
  ])('before %s', async (_what, doing, body) => {
    const bytes = await bytesFor(doing);
    expect(bytes).toContain('\r\nX-E: \u00e9\r\n');
    expect(bytes.split('\r\n\r\n').slice(-2).join('\r\n\r\n')).toContain(body);
  });

  it('at once, though the stream has nothing to say yet', async () => {
    const kitchen = await testKitchen({
      scenario: 'script',
      params: { rules: [{ do: { events: { items: [], end: 'open', headers } } }] },
    });
    const connection = await RawConnection.open(kitchen.port);
    connection.write(requestBytes({ body: BODY }));
    await connection.until('\r\n\r\n');
    expect(connection.received).toContain('\r\nX-E: \u00e9\r\n');
  });
});
