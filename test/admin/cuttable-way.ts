/** A TCP way to a kitchen that a test can cut, as a lost connection would. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttableWay {
  readonly url: string;
  /** Connections that have been made through it. */
  readonly made: () => number;
  /** Resolves when the text has come through on its way to the client. */
  readonly passed: (text: string) => Promise<void>;
  /** Where connections lead from now on. */
  readonly leadTo: (port: number) => void;
  /** `reset` loses what is on its way, `end` delivers it first. */
  readonly cut: (how: 'reset' | 'end') => void;
}

export async function cuttableWay(port: number): Promise<CuttableWay> {
  let target = port;
  let made = 0;
  const open = new Set<Socket>();
  const watchers = new Set<(chunk: string) => void>();
  const server = createServer((near) => {
    made += 1;
    const far = connect(target, '127.0.0.1');
    open.add(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.pipe(far, { end: false });
    far.on('data', (chunk) => {
      near.write(chunk);
      for (const watch of watchers) watch(chunk.toString());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const cut = (how: 'reset' | 'end'): void => {
    for (const socket of open) {
      if (how === 'end') socket.end();
      else socket.resetAndDestroy();
    }
  };
  onTestFinished(() => {
    cut('reset');
    server.close();
  });
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    made: () => made,
    passed: (text) =>
      new Promise((resolve) => {
        let seen = '';
        const watch = (chunk: string): void => {
          seen += chunk;
          if (!seen.includes(text)) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
      }),
    leadTo: (other) => {
      target = other;
    },
    cut,
  };
}
