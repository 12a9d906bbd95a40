/** Sends one tool call, and tells the status of the answer. */
import { headersFor } from './mcp.js';
import { modernRequest } from './arrival.js';

export async function postCall(url: string): Promise<number> {
  const message = modernRequest('tools/call', { name: 'echo', arguments: { text: 'hi' } });
  const answer = await fetch(url, {
    method: 'POST',
    headers: headersFor(message),
    body: JSON.stringify(message),
  });
  await answer.body?.cancel();
  return answer.status;
}
