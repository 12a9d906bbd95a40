/** The rounds that faults asked of a client (basic/patterns/mrtr), and whether what comes back fits them. */
import type { RpcMessage } from '../../exchange/message.js';
import { isSameId } from '../../json/same-id.js';
import { hashJson } from '../../upstream/call-hash.js';
import {
  answeredWhereIllegal,
  argumentsChanged,
  idReused,
  keysOfParallelCall,
  missingKeys,
  stateChanged,
  stateDropped,
  stateNotGiven,
  stateOfEarlierRound,
  stateOfOtherCall,
  unknownKeys,
} from '../../upstream/dialogue-findings.js';
import type { Finding } from '../../observations/observation.js';
import { fingerprint, own } from './fingerprint.js';
import { judgeInput } from './judge-input.js';

/** What a round asks: as it is sent. */
export interface AskedInputs {
  readonly inputRequests: unknown;
  /** Undefined for none. */
  readonly requestState: unknown;
}

interface Ask {
  readonly round: number;
  /** The rounds of one call. */
  readonly chain: object;
  readonly method: string | null;
  readonly name: string | null;
  readonly args: string;
  readonly idToken: string | null;
  /** Null for none. */
  readonly state: string | null;
  readonly keys: readonly string[];
  readonly inputRequests: Readonly<Record<string, unknown>>;
  readonly size: number;
}

const MAX_ASKS = 1_000;
/** Characters of JSON of all requests that are kept; the newest round is kept whatever its size. */
const MAX_SIZE = 20_000_000;
const LEGAL: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

export class GivenInputs {
  /** Newest last. */
  readonly #asks: Ask[] = [];
  #size = 0;

  /** The round of what answers one of these asks; null for anything else. */
  roundOf(rpc: RpcMessage): number | null {
    const ask = this.#answeredBy(rpc);
    return ask === undefined ? null : ask.round + 1;
  }

  /** The call is answered by this round. */
  give(rpc: RpcMessage, { inputRequests, requestState }: AskedInputs): void {
    const before = this.#answeredBy(rpc);
    const entries = isRecord(inputRequests) ? inputRequests : {};
    const size = JSON.stringify(entries).length;
    this.#asks.push({
      round: (before?.round ?? 0) + 1,
      chain: before?.chain ?? {},
      method: rpc.method,
      name: rpc.name,
      args: argumentsOf(rpc),
      idToken: rpc.idToken,
      state: isNothing(requestState) ? null : fingerprint(requestState),
      keys: Object.keys(entries),
      inputRequests: entries,
      size,
    });
    this.#size += size;
    while (this.#asks.length > MAX_ASKS || (this.#size > MAX_SIZE && this.#asks.length > 1)) {
      this.#size -= this.#asks.shift()?.size ?? 0;
    }
  }

  /** Whether what a request brings back is judged here, and not by the healthy server. */
  isJudge(rpc: RpcMessage): boolean {
    if (this.#asks.length === 0 || !isRetry(rpc)) return false;
    return (this.#answeredBy(rpc) ?? this.#meantBy(rpc)) !== undefined || this.#isStateOfOther(rpc);
  }

  judge(rpc: RpcMessage): readonly Finding[] {
    if (!this.isJudge(rpc)) return [];
    const ask = this.#answeredBy(rpc) ?? this.#meantBy(rpc);
    if (ask === undefined) return [stateOfOtherCall];
    const newest = this.#asks.findLast(({ chain }) => chain === ask.chain) ?? ask;
    const findings = [...judgeState(rpc, ask, newest), ...this.#judgeKeys(rpc, newest)];
    const { method } = rpc;
    if (method !== null && !LEGAL.has(method)) findings.push(answeredWhereIllegal(method));
    if (rpc.idToken !== null && newest.idToken !== null && isSameId(rpc.idToken, newest.idToken)) {
      findings.push(idReused);
    }
    if (argumentsOf(rpc) !== newest.args) findings.push(argumentsChanged);
    return findings;
  }

  #judgeKeys(rpc: RpcMessage, ask: Ask): readonly Finding[] {
    const responses = rpc.inputResponses ?? {};
    const findings: Finding[] = [];
    const missing = ask.keys.filter((key) => !Object.hasOwn(responses, key));
    if (missing.length > 0) findings.push(missingKeys(missing));
    const foreign = Object.keys(responses).filter((key) => !ask.keys.includes(key));
    const parallel = foreign.filter((key) => this.#isAskedBeside(ask, key));
    const unknown = foreign.filter((key) => !parallel.includes(key));
    if (parallel.length > 0) findings.push(keysOfParallelCall(parallel));
    if (unknown.length > 0) findings.push(unknownKeys(unknown));
    for (const key of ask.keys) {
      if (!Object.hasOwn(responses, key)) continue;
      findings.push(...judgeInput(key, ask.inputRequests[key], responses[key], rpc.meta));
    }
    return findings;
  }

  #isAskedBeside({ chain, method, name }: Ask, key: string): boolean {
    return this.#asks.some(
      (other) =>
        other.chain !== chain &&
        other.method === method &&
        other.name === name &&
        other.keys.includes(key),
    );
  }

  /** The ask whose state, or where there is none whose keys, a request brings back. */
  #answeredBy(rpc: RpcMessage): Ask | undefined {
    if (this.#asks.length === 0 || !isRetry(rpc)) return undefined;
    const state = own(rpc.params, 'requestState');
    const keys = Object.keys(rpc.inputResponses ?? {});
    const hasKeys = (ask: Ask): boolean =>
      ask.keys.length === keys.length && keys.every((key) => ask.keys.includes(key));
    const asks = this.#asks.filter((ask) => ask.method === rpc.method && ask.name === rpc.name);
    if (isNothing(state)) return keys.length === 0 ? undefined : asks.findLast(hasKeys);
    const print = fingerprint(state);
    const same = asks.filter((ask) => ask.state === print);
    return same.findLast(hasKeys) ?? same.at(-1);
  }

  /** The ask that a request most likely answers, though it brings back something else. */
  #meantBy(rpc: RpcMessage): Ask | undefined {
    // What the healthy server asked by itself is its own to judge.
    if (rpc.requestState !== null && KITCHEN_STATE.test(rpc.requestState)) return undefined;
    const asks = this.#asks.filter((ask) => ask.method === rpc.method && ask.name === rpc.name);
    const keys = Object.keys(rpc.inputResponses ?? {});
    return asks.findLast((ask) => keys.some((key) => ask.keys.includes(key))) ?? asks.at(-1);
  }

  #isStateOfOther(rpc: RpcMessage): boolean {
    const state = own(rpc.params, 'requestState');
    return !isNothing(state) && this.#asks.some((ask) => ask.state === fingerprint(state));
  }
}

/** A `requestState` as the healthy server makes it: `<session>.<round>.<token>`. */
const KITCHEN_STATE = /^[\w-]+\.[1-9]\d{0,5}\.v1\./;

function judgeState(rpc: RpcMessage, ask: Ask, newest: Ask): Finding[] {
  const state = own(rpc.params, 'requestState');
  if (isNothing(state)) return newest.state === null ? [] : [stateDropped];
  if (newest.state === null) return [stateNotGiven];
  const print = fingerprint(state);
  if (print === newest.state) return [];
  return [print === ask.state ? stateOfEarlierRound : stateChanged];
}

function isRetry({ params }: RpcMessage): boolean {
  return own(params, 'requestState') !== undefined || own(params, 'inputResponses') !== undefined;
}

/** A state of null is as good as none. */
function isNothing(state: unknown): boolean {
  return state === undefined || state === null;
}

function argumentsOf({ params }: RpcMessage): string {
  return hashJson(own(params, 'arguments') ?? {});
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
