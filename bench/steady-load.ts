/**
 * Healthy clients who do not hurry: requests at a fixed rate, each sent when its time has come, whether the ones before
 * are answered or not. So a pause of the server is seen by all that arrive in it, and a server that could do more is
 * not driven to its limit, where times say more about the load than about what else it does.
 */
import { Agent, request as send } from 'node:http';
import type { LoadRequest } from './requests.js';
import type { Server } from './server.js';

export interface SteadyLoad {
  readonly perSecond: number;
  readonly seconds: number;
  /** The status that every answer must have. */
  readonly expect: number;
}

/**
 * Milliseconds from sending to the end of the answer, ascending.
 * @throws where an answer is missing, or is not what it must be
 */
export async function sendSteadily(
  server: Server,
  request: LoadRequest,
  { perSecond, seconds, expect }: SteadyLoad,
): Promise<Float64Array> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number>[] = [];
  const requests = perSecond * seconds;
  const start = performance.now();
  try {
    for (let index = 0; index < requests; index += 1) {
      const due = start + (index * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      answers.push(timeOne(server, request, expect, agent));
    }
    return Float64Array.from(await Promise.all(answers)).toSorted();
  } finally {
    agent.destroy();
  }
}

function timeOne(
  { name, url }: Server,
  { method, path, headers, body = '' }: LoadRequest,
  expect: number,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sentAt = performance.now();
    const options = { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } };
    const sending = send(`${url}${path}`, { ...options, agent }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => {
        if (response.statusCode === expect) resolve(performance.now() - sentAt);
        else reject(new Error(`${name} answered ${String(response.statusCode)}.`));
      });
    });
    sending.once('error', reject);
    sending.setTimeout(ANSWER_MS, () => {
      sending.destroy(new Error(`${name} has not answered within ${String(ANSWER_MS)} ms.`));
    });
    sending.end(body);
  });
}

const ANSWER_MS = 10_000;
