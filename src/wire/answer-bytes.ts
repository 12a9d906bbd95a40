/** An answer as bytes, for a socket whose HTTP parser has given up. */
import { STATUS_CODES } from 'node:http';
import type { Answer } from '../exchange/answer.js';

/** The last answer on its connection. @param answer its body is no stream */
export function toBytes({ status, headers, body }: Answer): Buffer {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : null;
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${String(content?.byteLength ?? 0)}`,
    'Connection: close',
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return content === null ? head : Buffer.concat([head, content]);
}
