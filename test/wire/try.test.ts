import { it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { RawConnection, askOnce, withId, requestBytes } from '../support/raw-http.js';
it('x', async () => {
  const k = await testKitchen();
  const show = (l: string, a: unknown) => console.log(l, JSON.stringify(a, null, 1));
  k.select({ scenario: 'http_status_sequence', params: { statusCodes: [503, 204, 304, 205, 429, 200], retryAfter: 3, headers: {'X-A':'b'}, on:{method:'tools/call'} } });
  const c = await RawConnection.open(k.port);
  const body = JSON.stringify(message('tools/call', { name: 'echo', arguments: { text: 'x' } }));
  for (let i = 0; i < 6; i++) show('st', await c.ask({ body }));
  for (const t of ['12345678901234567890','1.0','1e2','"a\\u0062"','"é"','-0','5']) {
    show(t, (await askOnce(k.port, { body: withId(t, message('tools/call', { name: 'echo', arguments: { text: 'x' } })) })));
    show(t, (await askOnce(k.port, { body: withId(t, message('tools/call', { name: 'slow', arguments: { ms: 1, steps:1 }, _meta:{progressToken:'p'} })) })));
  }
  const d = await RawConnection.open(k.port);
  d.write(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\nContent-Length: 0\r\n\r\n`);
  show('dh', await d.readAnswer());
  for (const p of ['/w/%64efault/mcp','/w/../mcp','/w/default/../mcp','/w/nope/mcp','/w/default/mcp','/%6dcp','/mcp/','//mcp','/mcp?x=1', '/w/default\\mcp', 'http://127.0.0.1/mcp','/w/default/s//mcp','*'])
    try { show(p, await askOnce(k.port, { path: p, body })); } catch (e) { console.log(p, String(e)); }
  show('obs', k.observations({limit:14}).map(o => [o.http.path, o.http.status, o.refused, o.outcome]));
});
