/** Answers as bytes, where Node does not write them. */
import { STATUS_CODES } from 'node:http';
import type { Answer } from '../exchange/answer.js';

/** The last answer on its connection. @param answer its body is no stream */
export function toBytes({ status, headers, body }: Answer): Buffer {
  const content = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : null;
  const line = `HTTP/1.1 ${String(status)} ${reasonOf(status)}`;
  const head = headBytes(line, headers, [
    dateLine(),
    `Content-Length: ${String(content?.byteLength ?? 0)}`,
    'Connection: close',
  ]);
  return content === null ? head : Buffer.concat([head, content]);
}

/** Status line, headers and further lines, in Latin-1. */
export function headBytes(
  statusLine: string,
  headers: Answer['headers'],
  further: readonly string[],
  lineEnd = '\r\n',
): Buffer {
  const lines = [statusLine, ...headers.map(([name, value]) => `${name}: ${value}`), ...further];
  return Buffer.from(lines.map((line) => line + lineEnd).join('') + lineEnd, 'latin1');
}

export function dateLine(): string {
  return `Date: ${new Date().toUTCString()}`;
}

export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}
