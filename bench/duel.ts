/** Measures servers side by side: the load goes to each in turn, so that what disturbs the machine disturbs all. */
import { fire, type Burst } from './load.js';
import { CALL, type LoadRequest } from './requests.js';
import type { Scale } from './scale.js';
import type { Server } from './server.js';
import { median, percentile } from './statistics.js';

export interface Duel {
  readonly rounds: number;
  readonly warmUp: Burst;
  readonly burst: Burst;
}

export interface Standing {
  readonly name: string;
  readonly perSecond: number;
  readonly cpuMicros: number | null;
  readonly p99Ms: number;
}

export interface Result {
  readonly first: Standing;
  readonly second: Standing;
  /** Requests per second of the first against the second: the median of the rounds. */
  readonly speed: number;
  /** Processor time per request of the second against the first: the same ratio without the waiting. */
  readonly thrift: number | null;
  /** 99th percentile of the first less that of the second, in milliseconds: the median of the rounds. */
  readonly addedP99Ms: number;
}

export async function duel(
  first: Server,
  second: Server,
  request: LoadRequest,
  { rounds, warmUp, burst }: Duel,
): Promise<Result> {
  for (const server of [first, second]) await fire(server, request, warmUp);
  const measured: (readonly [Round, Round])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const one = await play(first, request, burst);
      measured.push([one, await play(second, request, burst)]);
    } else {
      const other = await play(second, request, burst);
      measured.push([await play(first, request, burst), other]);
    }
  }
  const over = (value: (one: Round, other: Round) => number): number =>
    median(measured.map(([one, other]) => value(one, other)));
  const hasCpu = measured.every(
    ([one, other]) => one.cpuMicros !== null && other.cpuMicros !== null,
  );
  return {
    first: standing(
      first.name,
      measured.map(([one]) => one),
    ),
    second: standing(
      second.name,
      measured.map(([, other]) => other),
    ),
    speed: over((one, other) => one.perSecond / other.perSecond),
    thrift: hasCpu ? over((one, other) => (other.cpuMicros ?? 0) / (one.cpuMicros ?? 1)) : null,
    addedP99Ms: over((one, other) => one.p99Ms - other.p99Ms),
  };
}

/** The same, for servers that answer each call with 503. */
export function duelOf503s(first: Server, second: Server, scale: Scale): Promise<Result> {
  const load = { connections: 20, expect: 503 };
  return duel(first, second, CALL, {
    rounds: scale.rounds,
    warmUp: { ...load, requests: scale.warmUpRequests },
    burst: { ...load, requests: scale.burstRequests },
  });
}

type Round = Omit<Standing, 'name'>;

async function play(server: Server, request: LoadRequest, burst: Burst): Promise<Round> {
  const { perSecond, cpuMicros, latencies } = await fire(server, request, burst);
  return { perSecond, cpuMicros, p99Ms: percentile(latencies, 0.99) };
}

function standing(name: string, rounds: readonly Round[]): Standing {
  const known = rounds.flatMap(({ cpuMicros }) => (cpuMicros === null ? [] : [cpuMicros]));
  return {
    name,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMicros: known.length === 0 ? null : median(known),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  };
}
