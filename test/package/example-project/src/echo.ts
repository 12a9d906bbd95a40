/** The client under test: calls one tool, and tries again while the server is unavailable. */
import { Client, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const ATTEMPTS = 3;

/** The tool ran and failed; the message is meant for a model. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
}

/** The text that the tool `echo` returns. A call that is answered by 503 is sent up to three times. */
export async function echo(url: string, text: string): Promise<string> {
  const client = new Client(
    { name: 'example-client', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return await call(client, text, ATTEMPTS);
  } finally {
    await client.close();
  }
}

async function call(client: Client, text: string, attempts: number): Promise<string> {
  try {
    const { content, isError } = await client.callTool({ name: 'echo', arguments: { text } });
    const answer = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    if (isError === true) throw new ToolFailure(answer);
    return answer;
  } catch (error) {
    const unavailable = error instanceof SdkHttpError && error.status === 503;
    if (!unavailable || attempts === 1) throw error;
    return call(client, text, attempts - 1);
  }
}
