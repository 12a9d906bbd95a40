/** mockttp as a server under load; it is installed beside the bench alone. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { announce } from './announce.js';

/** The little of its interface that is used here. */
interface Mockttp {
  getLocal(): {
    start(): Promise<void>;
    stop(): Promise<void>;
    readonly url: string;
    forPost(path: string): { always(): { thenReply(status: number): Promise<unknown> } };
  };
}

const folder = fileURLToPath(new URL('../../../bench/rivals/package.json', import.meta.url));
const { getLocal } = createRequire(folder)('mockttp') as Mockttp;
const server = getLocal();
await server.start();
await server.forPost('/mcp').always().thenReply(503);
announce(server.url.replace('localhost', '127.0.0.1'), () => server.stop());
