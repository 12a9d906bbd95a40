/** Other mock servers, each answering a constant 503 as it comes out of the box. */
import { execFile, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ended, type Server, startNode } from './server.js';
import type { WorkFolder } from './work-folder.js';

/** Of the source: what is installed there is not compiled. */
export const RIVALS_FOLDER = fileURLToPath(new URL('../../bench/rivals/', import.meta.url));

const INSTALL_MS = 300_000;
const START_MS = 60_000;
const POLL_MS = 200;

/** @throws where npm cannot install them */
export async function installRivals(): Promise<void> {
  const args = ['install', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', args, { cwd: RIVALS_FOLDER, timeout: INSTALL_MS });
}

export interface Rival {
  readonly name: string;
  /** @param folder where it may leave files */
  start(folder: WorkFolder): Promise<Server>;
}

export const RIVALS: readonly Rival[] = [
  { name: 'mockttp', start: () => startNode({ name: 'mockttp', script: 'mockttp' }) },
  {
    name: 'WireMock',
    start: (folder) =>
      startJava('WireMock', folder, {
        jar: 'node_modules/wiremock/build/',
        args: (port) => ['--port', port, '--bind-address', '127.0.0.1', '--disable-banner'],
        teach: {
          method: 'POST',
          path: '/__admin/mappings',
          body: { request: { method: 'POST', url: '/mcp' }, response: { status: 503 } },
        },
      }),
  },
  {
    name: 'MockServer',
    start: (folder) =>
      startJava('MockServer', folder, {
        jar: 'node_modules/mockserver-node/',
        args: (port) => ['-serverPort', port, '-logLevel', 'ERROR'],
        teach: {
          method: 'PUT',
          path: '/mockserver/expectation',
          body: {
            httpRequest: { method: 'POST', path: '/mcp' },
            httpResponse: { statusCode: 503 },
            times: { unlimited: true },
          },
        },
      }),
  },
];

interface JavaServer {
  /** Folder with one jar. */
  readonly jar: string;
  args(port: string): readonly string[];
  /** The request that teaches it to answer 503. */
  readonly teach: { readonly method: string; readonly path: string; readonly body: object };
}

async function startJava(
  name: string,
  { path }: WorkFolder,
  { jar, args, teach }: JavaServer,
): Promise<Server> {
  const folder = `${RIVALS_FOLDER}${jar}`;
  const file = readdirSync(folder).find((one) => one.endsWith('.jar'));
  if (file === undefined) throw new Error(`${name} has no jar in ${folder}.`);
  const port = await freePort();
  const child = spawn('java', ['-jar', `${folder}${file}`, ...args(String(port))], {
    // WireMock makes folders where it starts, MockServer a certificate.
    cwd: path,
    stdio: 'ignore',
  });
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  const url = `http://127.0.0.1:${String(port)}`;
  const giveUpAt = performance.now() + START_MS;
  for (;;) {
    if (failure !== null) throw failure;
    if (await isTaught(`${url}${teach.path}`, teach)) break;
    if (performance.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not start within ${String(START_MS / 1000)} s.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return {
    name,
    url,
    usage: async () => null,
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

async function isTaught(url: string, { method, body }: JavaServer['teach']): Promise<boolean> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    await answer.text();
    return answer.status === 201;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
