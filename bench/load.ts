/** The load: bursts of one and the same request over a few connections, counted and timed. */
import autocannon from 'autocannon';
import type { LoadRequest } from './requests.js';
import type { Server } from './server.js';

export interface Burst {
  readonly requests: number;
  readonly connections: number;
  /** The status that every answer must have. */
  readonly expect: number;
  /** Longest wait for one answer, in seconds. Default 10. */
  readonly timeoutSeconds?: number;
  /** Leaves out of `latencies` the first answer of each connection, which had to be opened for it. */
  readonly onOpenConnections?: boolean;
}

export interface Measured {
  readonly perSecond: number;
  /** Processor time of the server per request, in microseconds; null where the server cannot tell. */
  readonly cpuMicros: number | null;
  /** Milliseconds from sending to the end of the answer, ascending. */
  readonly latencies: Float64Array;
}

/** @throws where an answer is missing, or is not what it must be */
export async function fire(server: Server, request: LoadRequest, burst: Burst): Promise<Measured> {
  const latencies: number[] = [];
  const wrong = new Map<number, number>();
  const before = await server.usage();
  const start = performance.now();
  let end = start;
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: `${server.url}${request.path}`,
        method: request.method,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        connections: burst.connections,
        amount: burst.requests,
        timeout: burst.timeoutSeconds ?? 10,
        sampleInt: 50,
        bailout: 100,
      },
      (error) => {
        if (error === null || error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
    run.on('response', (_client, status, _bytes, ms) => {
      end = performance.now();
      latencies.push(ms);
      if (status !== burst.expect) wrong.set(status, (wrong.get(status) ?? 0) + 1);
    });
  });
  const after = await server.usage();
  check(server.name, burst, latencies.length, wrong);
  const timed = burst.onOpenConnections === true ? latencies.slice(burst.connections) : latencies;
  return {
    perSecond: (latencies.length / (end - start)) * 1000,
    cpuMicros:
      before === null || after === null
        ? null
        : (after.cpuMicros - before.cpuMicros) / latencies.length,
    latencies: Float64Array.from(timed).toSorted(),
  };
}

function check(
  name: string,
  { requests, expect }: Burst,
  answered: number,
  wrong: ReadonlyMap<number, number>,
): void {
  if (answered < requests) {
    throw new Error(`${name} answered ${String(answered)} of ${String(requests)} requests.`);
  }
  const [first] = wrong;
  if (first === undefined) return;
  const [status, times] = first;
  throw new Error(
    `${name} answered ${String(status)} ${String(times)} times, not ${String(expect)}.`,
  );
}
