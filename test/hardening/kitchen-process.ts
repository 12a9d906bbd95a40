/** A kitchen in a process of its own, whose memory and handles can be looked at from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { KitchenOptions } from '../../src/kitchen-options.js';
import { builtUrl } from '../support/run-node.js';

const RUNNER = fileURLToPath(new URL('kitchen-process.mjs', import.meta.url));
const BUILT = builtUrl('src/kitchen.js');

const replySchema = z.object({ id: z.number(), answer: z.unknown() });
const listeningSchema = z.object({ port: z.number() });
const recordsSchema = z.object({ all: z.number(), open: z.number() });
const processSchema = z.object({
  /** Bytes, after a collection. */
  heapUsed: z.number(),
  /** Bytes of buffers and such, outside of that. */
  external: z.number(),
  rss: z.number(),
  /** The largest that it has ever been. */
  maxRss: z.number(),
  /** How many there are of each kind. */
  handles: z.record(z.string(), z.number()),
  /** Rejections and exceptions that nobody caught. */
  failures: z.array(z.string()),
  /** What was logged as an error. */
  errors: z.array(z.unknown()),
});

export type ProcessFacts = z.output<typeof processSchema>;

export interface KitchenProcess {
  readonly port: number;
  /** All that the process wrote to its standard output and error. */
  readonly output: () => string;
  readonly exitCode: () => number | null;
  facts(): Promise<ProcessFacts>;
  /** How many observations the workspace `default` has. */
  records(): Promise<z.output<typeof recordsSchema>>;
  /** In all workspaces. */
  endSessions(): Promise<void>;
  health(): Promise<unknown>;
}

export async function startKitchenProcess(options: KitchenOptions): Promise<KitchenProcess> {
  if (!existsSync(new URL(BUILT))) {
    throw new Error('Run `npm run build` first: the child uses the build.');
  }
  const child = fork(RUNNER, [BUILT, JSON.stringify(options)], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(async () => {
    // Until it has ended, it may still write into a folder that is removed next.
    if (child.kill('SIGKILL')) await once(child, 'exit');
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const waiting = new Map<number, (answer: unknown) => void>();
  let failed: ((error: Error) => void)[] = [];
  child.on('message', (message) => {
    const { id, answer } = replySchema.parse(message);
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  child.on('exit', () => {
    for (const fail of failed) fail(new Error(`The kitchen's process has ended: ${output}`));
    failed = [];
  });
  let lastId = 0;
  const reply = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      failed.push(reject);
    });
  const ask = (question: string): Promise<unknown> => {
    lastId += 1;
    const answer = reply(lastId);
    child.send({ id: lastId, question });
    return answer;
  };
  const { port } = listeningSchema.parse(await reply(0));
  return {
    port,
    output: () => output,
    exitCode: () => child.exitCode,
    facts: async () => processSchema.parse(await ask('process')),
    records: async () => recordsSchema.parse(await ask('records')),
    async endSessions() {
      await ask('endSessions');
    },
    health: () => ask('health'),
  };
}
