/** Answers who touches a canary, and records it in the session that the canary was made for. */
import type { Clock } from '../clock.js';
import type { Answer } from '../exchange/answer.js';
import { headerOf } from '../exchange/header-lines.js';
import type { ExchangePorts } from '../exchange/exchange-context.js';
import type { HeaderLines } from '../exchange/message.js';
import { originOf, otherOriginOf, renamedOrigin } from '../exchange/origins.js';
import { OUTCOME_LAYERS } from '../observations/outcome.js';
import type { Judgement } from '../observations/judge-answer.js';
import type { Recorder } from '../observations/recorder.js';
import type { Wire } from '../wire/wire.js';
import { type CanaryAddress, canaryBase } from './canary-address.js';
import { canaryAnswer } from './canary-files.js';

export interface CanarySurroundings {
  readonly clock: Clock;
  readonly recorder: Recorder;
  readonly marks: boolean;
  readonly ports: ExchangePorts;
}

/** Headers by which somebody could be let in: that they came is recorded, never what they held. */
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization', 'mcp-session-id'];

/** Nobody who speaks MCP asked for it. */
const UNJUDGED: Judgement = {
  outcome: 'UNJUDGED',
  layer: OUTCOME_LAYERS.UNJUDGED,
  errorCode: null,
  resultType: null,
};

interface Sent {
  status: number | null;
  headers: HeaderLines;
  /** What is kept of the body: none of one that is made while it goes out. */
  bytes: Uint8Array;
  total: number;
}

/** The answer has yet to be sent; the record ends with it. */
export async function answerCanary(
  wire: Wire,
  address: CanaryAddress,
  { clock, recorder, marks, ports }: CanarySurroundings,
): Promise<Answer> {
  const { headers, verb, path, remote } = wire;
  const { workspace, session, name } = address;
  const at = clock.now();
  const facts = { at, workspace, session, verb, path, headers, remote, refused: 'canary' };
  const record = recorder.begin(facts, null, null);
  const credentials = CREDENTIALS.filter((header) => headerOf(headers, header) !== null);
  record.fault = { kind: 'canary', name, credentials };
  const leaving = new AbortController();
  const sent: Sent = { status: null, headers: [], bytes: new Uint8Array(), total: 0 };
  const finish = (how: 'sent' | 'gone'): void => {
    leaving.abort();
    record.finish({ ...sent, events: null }, UNJUDGED, how === 'gone' ? 'client' : null);
  };
  wire.onEnd(finish);
  const origin = originOf(wire);
  const answer = await canaryAnswer(name, {
    base: canaryBase(origin, address),
    elsewhere: async (where) => {
      const there =
        where === 'name' ? renamedOrigin(origin) : await otherOriginOf(origin, where, ports);
      return canaryBase(there, address);
    },
    clock,
    signal: leaving.signal,
  });
  const mark: HeaderLines = marks ? [['Kitchen-Exchange', String(record.number)]] : [];
  sent.status = answer.status;
  sent.headers = [...answer.headers, ...mark];
  let body = verb === 'HEAD' ? null : answer.body;
  if (body instanceof ReadableStream) {
    body = body.pipeThrough(counter((bytes) => (sent.total += bytes)));
  } else if (body !== null) {
    sent.bytes = typeof body === 'string' ? Buffer.from(body) : body;
    sent.total = sent.bytes.byteLength;
  }
  if (wire.connection === null) finish('sent');
  return { status: answer.status, headers: sent.headers, body };
}

function counter(count: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream(
    {
      transform(chunk, controller) {
        count(chunk.byteLength);
        controller.enqueue(chunk);
      },
    },
    undefined,
    { highWaterMark: 0 },
  );
}
