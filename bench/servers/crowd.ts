/** The crowd: clients that are slow, many, greedy, or do not read. Says `ready` when all are there; runs until killed. */
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Crowd } from '../crowd.js';
import { CALL, LISTEN, type LoadRequest } from '../requests.js';

const SLOW_SENDERS = 500;
const STREAMS = 2_000;
const PAGE = 500;
const OBSERVATIONS = '/api/workspaces/default/observations';

const [url = '', ...crowds] = process.argv.slice(2);
const { hostname, port } = new URL(url);

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket)).once('error', reject);
  });
}

function bytesOf({ method, path, headers, body = '' }: LoadRequest): Buffer {
  const fields = { Host: hostname, ...headers, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Fewer seconds are measured than the request has bytes. */
async function sendSlowly(): Promise<void> {
  const bytes = bytesOf(CALL);
  const sockets = await Promise.all(Array.from({ length: SLOW_SENDERS }, open));
  for (const [index, socket] of sockets.entries()) {
    let sent = 0;
    const send = (): void => {
      socket.write(bytes.subarray(sent, (sent += 1)));
    };
    // Spread over the second, as strangers are.
    setTimeout(
      () => {
        send();
        setInterval(send, 1_000);
      },
      (index / SLOW_SENDERS) * 1_000,
    );
  }
}

/** Resolves when each stream has brought its first event. */
async function listenToAll(): Promise<void> {
  const bytes = bytesOf(LISTEN);
  await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const socket = await open();
      socket.write(bytes);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.resume();
    }),
  );
}

async function neverRead(): Promise<void> {
  const socket = await open();
  socket.pause();
  socket.write(`GET ${OBSERVATIONS}/stream HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
}

/** Reads all observations whole, page by page, over and over. */
async function readAll(): Promise<void> {
  let after = await readPage(0);
  const goOn = async (): Promise<void> => {
    for (;;) after = await readPage(after);
  };
  void goOn();
}

/** Resolves with the number to go on from: 0 after the last page. */
function readPage(after: number): Promise<number> {
  const path = `${OBSERVATIONS}?full=true&limit=${String(PAGE)}&after=${String(after)}`;
  return new Promise((resolve, reject) => {
    get(`${url}${path}`, (response) => {
      let end = '';
      response.setEncoding('latin1').on('data', (text: string) => {
        end = (end + text).slice(-100);
      });
      response.once('end', () => {
        const next = /"next":(\d+|null)\}$/.exec(end)?.[1];
        if (response.statusCode === 200 && next !== undefined) resolve(Number(next) || 0);
        else reject(new Error(`The export got ${String(response.statusCode)}: ${end}`));
      });
    }).once('error', reject);
  });
}

const gathering: Readonly<Record<Crowd, () => Promise<void>>> = {
  'slow senders': sendSlowly,
  'open streams': listenToAll,
  'lazy reader': neverRead,
  export: readAll,
};
for (const [crowd, gather] of Object.entries(gathering)) {
  if (crowds.includes(crowd)) await gather();
}
process.send?.('ready');
process.on('disconnect', () => process.exit());
