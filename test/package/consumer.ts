/** Every entry of the package, as a project that checks all types imports it. */
import { createKitchen, defineScenario, type Kitchen, z } from 'mcp-fault-kitchen';
import { startKitchen, type TestSession } from 'mcp-fault-kitchen/testing';
import { test } from 'mcp-fault-kitchen/testing/vitest';

export const teapot = defineScenario({
  id: 'teapot',
  title: 'Teapot',
  group: 'transport',
  summary: 'A tool call is answered by HTTP 418.',
  params: z.strictObject({ body: z.string().default('short and stout').describe('The body.') }),
  example: {},
  lesson: 'A correct client reports the status.',
  onRequest: (_exchange, { body }) => ({ kind: 'http_status', status: 418, body }),
});

export async function order(): Promise<TestSession> {
  const plain: Kitchen = await createKitchen({ port: 0, scenario: 'teapot' });
  await plain.close();
  await using kitchen = await startKitchen();
  const session = kitchen.order('teapot', { body: 'tip me over' });
  const { outcome } = await session.expectObservation({ http: { status: 418, path: /mcp$/ } });
  // @ts-expect-error -- there is no such outcome
  await session.expectObservation({ outcome: 'FINE' });
  return outcome === 'HTTP_ERROR' ? session : kitchen.order({ scenario: 'baseline' });
}

test('has a kitchen', ({ kitchen }) => {
  kitchen.select({ scenario: 'baseline' });
});
