import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { it } from 'vitest';
import { testKitchen } from './support/kitchen.js';
import { connect, recorded, report } from './support/official-client.js';
it('smoke', async () => {
  const kitchen = await testKitchen();
  const client = await connect(kitchen, { mode: 'legacy' });
  await new Promise(r=>setTimeout(r,200));
  await (client.transport as StreamableHTTPClientTransport).terminateSession();
  await new Promise(r=>setTimeout(r,500));
  console.log(await recorded(kitchen), kitchen.observations().map(o=>[o.http.method,o.outcome,o.closedBy,o.durationMs]));
});
it('hand', async () => {
  const kitchen = await testKitchen();
  const client = await connect(kitchen, { mode: 'legacy' });
  await new Promise(r=>setTimeout(r,200));
  kitchen.endSessions();
  await new Promise(r=>setTimeout(r,3500));
  console.log(await report(() => client.callTool({name:'echo',arguments:{text:'x'}})));
  console.log(await recorded(kitchen), kitchen.observations().map(o=>[o.http.method,o.outcome,o.closedBy,o.durationMs]));
});
for (const protocol of ['modern','legacy','both'] as const) for (const mode of ['legacy','auto',{pin:'2026-07-28'}] as const)
it(`p ${protocol} ${JSON.stringify(mode)}`, async () => {
  const kitchen = await testKitchen({protocol});
  const got = await report(async () => { const client = await connect(kitchen, { mode }); return (await client.callTool({name:'echo',arguments:{text:'x'}})).content; });
  console.log(protocol, mode, got);
  console.log(protocol, mode, kitchen.observations({after:0}).map(o=>[o.rpc.method??o.http.method,o.http.status,o.outcome,o.errorCode,o.session,o.refused].join(' ')), kitchen.service.sessions('default',{limit:5} as never).items?.length);
});
