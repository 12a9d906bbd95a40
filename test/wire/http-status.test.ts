/** `http_status_sequence`, byte by byte. */
import { expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, RawConnection, steady } from '../support/raw-http.js';

const CALL = {
  body: JSON.stringify(message('tools/call', { name: 'echo', arguments: { text: 'x' } })),
};

const MARKS = [
  'Kitchen-Session: SESSION',
  'Kitchen-Exchange: 1',
  'Kitchen-Fault: http_status_sequence/http_status',
];
const NODES_OWN = ['Date: DATE', 'Connection: keep-alive', 'Keep-Alive: timeout=60'];

function sequence(params: Readonly<Record<string, unknown>>) {
  return { scenario: 'http_status_sequence', params };
}

it('a status without a body has no Content-Type and says that its length is 0', async () => {
  const kitchen = await testKitchen(sequence({ statusCodes: [503] }));
  expect(steady(await askOnce(kitchen.port, CALL)).split('\r\n')).toEqual([
    'HTTP/1.1 503 Service Unavailable',
    ...MARKS,
    'Content-Length: 0',
    ...NODES_OWN,
    '',
    '',
  ]);
});

it('without marks nothing on the wire tells the fault from a real one', async () => {
  const kitchen = await testKitchen({ ...sequence({ statusCodes: [503] }), marks: false });
  expect(steady(await askOnce(kitchen.port, CALL)).split('\r\n')).toEqual([
    'HTTP/1.1 503 Service Unavailable',
    'Content-Length: 0',
    ...NODES_OWN,
    '',
    '',
  ]);
});

it('body, type, headers and Retry-After go out as they were given, names in their own case', async () => {
  const kitchen = await testKitchen(
    sequence({
      statusCodes: [429],
      body: '<h1>Später</h1>',
      contentType: 'text/HTML',
      retryAfter: 'Wed, 21 Oct 2015 07:28:00 GMT',
      headers: { 'X-Cache': 'MISS', 'set-cookie': 'a=b' },
    }),
  );
  const lines = steady(await askOnce(kitchen.port, CALL)).split('\r\n');
  expect(lines.toSorted()).toEqual(
    [
      'HTTP/1.1 429 Too Many Requests',
      'Content-Type: text/HTML',
      'X-Cache: MISS',
      'set-cookie: a=b',
      'Retry-After: Wed, 21 Oct 2015 07:28:00 GMT',
      ...MARKS,
      'Content-Length: 16',
      ...NODES_OWN,
      '',
      '<h1>Später</h1>',
    ].toSorted(),
  );
  expect(lines.indexOf('X-Cache: MISS')).toBe(lines.indexOf('set-cookie: a=b') - 1);
});

it('a body without a type is plain text', async () => {
  const kitchen = await testKitchen(sequence({ statusCodes: [500], body: 'no' }));
  const answer = await askOnce(kitchen.port, CALL);
  expect(answer.body).toBe('no');
  expect(steady(answer)).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n');
});

it.each([204, 304])(
  '%i goes out without any body or length, whatever was given',
  async (status) => {
    const kitchen = await testKitchen(sequence({ statusCodes: [status], body: 'no' }));
    const [statusLine, ...lines] = steady(await askOnce(kitchen.port, CALL)).split('\r\n');
    expect(statusLine).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(lines).toEqual([...MARKS, ...NODES_OWN, '', '']);
  },
);

it.each([
  [201, 'Created'],
  [202, 'Accepted'],
  [205, 'Reset Content'],
  [206, 'Partial Content'],
  [301, 'Moved Permanently'],
  [401, 'Unauthorized'],
  [418, "I'm a Teapot"],
  [499, 'unknown'],
  [599, 'unknown'],
])('%i goes out as it is', async (status, reason) => {
  const kitchen = await testKitchen(sequence({ statusCodes: [status] }));
  const answer = await askOnce(kitchen.port, CALL);
  expect(answer.statusLine).toBe(`HTTP/1.1 ${String(status)} ${reason}`);
  expect(answer.body).toBe('');
  expect(steady(answer)).toContain('\r\nContent-Length: 0\r\n');
});

it('Retry-After goes with 429 and 503 alone', async () => {
  const kitchen = await testKitchen(sequence({ statusCodes: [500, 503, 404, 429], retryAfter: 0 }));
  const connection = await RawConnection.open(kitchen.port);
  const texts: string[] = [];
  for (let post = 0; post < 4; post += 1) texts.push(steady(await connection.ask(CALL)));
  expect(texts.map((text) => text.includes('\r\nRetry-After: 0\r\n'))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it('200 is the healthy answer, with no fault in its marks', async () => {
  const kitchen = await testKitchen(sequence({ statusCodes: [503, 200] }));
  const connection = await RawConnection.open(kitchen.port);
  await connection.ask(CALL);
  const answer = await connection.ask(CALL);
  expect(answer.headers.map(([name]) => name)).toEqual([
    'content-type',
    'Kitchen-Session',
    'Kitchen-Exchange',
    'Content-Length',
    'Date',
    'Connection',
    'Keep-Alive',
  ]);
  expect(JSON.parse(answer.body)).toMatchObject({ result: { content: [{ text: 'x' }] } });
});
