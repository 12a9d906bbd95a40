/** The official client, as the tests of the command use it to make traffic. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A client of revision 2026-07-28, connected. */
export async function connectClient(mcpUrl: string, name = 'cli-test'): Promise<Client> {
  const client = new Client(
    { name, version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  return client;
}
