/**
 * Observations as rows: what lists show in one JSON text, headers and bodies in another. Values stand by position, since
 * names would be half of all that is written, and there is no faster way to record than to write less.
 */
import { z } from 'zod';
import type {
  Observation,
  ObservationSummary,
  RecordedBody,
  RecordedHeaders,
} from '../observations/observation.js';

export interface ObservationRow {
  readonly number: number;
  readonly workspace: string;
  readonly session: string | null;
  readonly method: string | null;
  readonly outcome: string;
  readonly fault: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** UTF-8 bytes of both texts. */
  readonly bytes: number;
  readonly summary: string;
  readonly detail: string;
}

/** Names of clients' making are cut here in what is filtered by; the record has them whole. */
const NAME_LENGTH = 200;

export function cutName(name: string): string {
  return name.length <= NAME_LENGTH ? name : name.slice(0, NAME_LENGTH);
}

export function toRow(observation: Observation): ObservationRow {
  const { number, workspace, session, rpc, outcome, fault } = observation;
  const summary = writeSummary(observation);
  const detail = JSON.stringify(detailValues(observation));
  const startedAt = Date.parse(observation.startedAt);
  return {
    number,
    workspace,
    session,
    method: rpc.method === null ? null : cutName(rpc.method),
    outcome,
    fault: fault === null ? null : cutName(fault.kind),
    startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
    bytes: Buffer.byteLength(summary) + Buffer.byteLength(detail),
    summary,
    detail,
  };
}

/** A fault may carry data nested too deeply for `JSON.stringify`: then only its kind is kept. */
function writeSummary(observation: Observation): string {
  const { fault } = observation;
  try {
    return JSON.stringify(summaryValues(observation, fault));
  } catch {
    return JSON.stringify(summaryValues(observation, fault && { kind: fault.kind }));
  }
}

function summaryValues(observation: Observation, fault: Observation['fault']): unknown[] {
  const { client, http, rpc, counters, scenario } = observation;
  return [
    observation.number,
    observation.workspace,
    observation.session,
    observation.refused,
    observation.startedAt,
    observation.durationMs,
    observation.state,
    client && [client.name, client.version, client.address],
    observation.era,
    observation.protocolVersion,
    [http.method, http.path, http.status],
    [rpc.kind, rpc.id, rpc.method, rpc.name],
    [counters.post, counters.method, counters.call, counters.round],
    scenario && [scenario.id, scenario.revision],
    fault,
    observation.outcome,
    observation.layer,
    observation.errorCode,
    observation.resultType,
    observation.closedBy,
    observation.findings,
    observation.repeatOf,
  ];
}

function detailValues({ http, request, response }: Observation): unknown[] {
  return [
    http.requestHeaders,
    http.responseHeaders,
    [request.body, request.encoding, request.bytes, request.truncated],
    [response.body, response.encoding, response.bytes, response.truncated],
    response.contentType,
    response.events,
  ];
}

// Rows are written by `toRow` alone: what is checked is that a text is whole, and has all its values.
const text = z.string();
const textOrNull = z.string().nullable();
const countOrNull = z.number().nullable();
const known = <T>(): z.ZodType<T> => z.custom<T>(() => true);

const summarySchema = z
  .tuple([
    z.number(),
    text,
    textOrNull,
    textOrNull,
    text,
    countOrNull,
    known<Observation['state']>(),
    z.tuple([text, textOrNull, textOrNull]).nullable(),
    known<Observation['era']>(),
    textOrNull,
    z.tuple([text, text, countOrNull]),
    z.tuple([known<Observation['rpc']['kind']>(), textOrNull, textOrNull, textOrNull]),
    z.tuple([countOrNull, countOrNull, countOrNull, countOrNull]),
    z.tuple([text, z.number()]).nullable(),
    known<Observation['fault']>(),
    known<Observation['outcome']>(),
    known<Observation['layer']>(),
    countOrNull,
    textOrNull,
    known<Observation['closedBy']>(),
    known<Observation['findings']>(),
    countOrNull,
  ])
  .transform(
    ([
      number,
      workspace,
      session,
      refused,
      startedAt,
      durationMs,
      state,
      client,
      era,
      protocolVersion,
      [method, path, status],
      [rpcKind, rpcId, rpcMethod, rpcName],
      [post, ofMethod, call, round],
      scenario,
      fault,
      outcome,
      layer,
      errorCode,
      resultType,
      closedBy,
      findings,
      repeatOf,
    ]): ObservationSummary => ({
      number,
      workspace,
      session,
      refused,
      startedAt,
      durationMs,
      state,
      client: client && { name: client[0], version: client[1], address: client[2] },
      era,
      protocolVersion,
      http: { method, path, status },
      rpc: { kind: rpcKind, id: rpcId, method: rpcMethod, name: rpcName },
      counters: { post, method: ofMethod, call, round },
      scenario: scenario && { id: scenario[0], revision: scenario[1] },
      fault,
      outcome,
      layer,
      errorCode,
      resultType,
      closedBy,
      findings,
      repeatOf,
    }),
  );

const bodySchema = z
  .tuple([textOrNull, known<RecordedBody['encoding']>(), z.number(), z.boolean()])
  .transform(([body, encoding, bytes, truncated]) => ({ body, encoding, bytes, truncated }));
const headersSchema = z.custom<RecordedHeaders>(
  (value) => typeof value === 'object' && value !== null,
);
const detailSchema = z.tuple([
  headersSchema,
  headersSchema,
  bodySchema,
  bodySchema,
  textOrNull,
  known<Observation['response']['events']>(),
]);

/** Throws where the text is broken. */
export function readSummary(summaryText: string): ObservationSummary {
  return summarySchema.parse(JSON.parse(summaryText));
}

/** Throws where one of the texts is broken. */
export function readObservation(summaryText: string, detailText: string): Observation {
  const summary = readSummary(summaryText);
  const [requestHeaders, responseHeaders, request, response, contentType, events] =
    detailSchema.parse(JSON.parse(detailText));
  return {
    ...summary,
    http: { ...summary.http, requestHeaders, responseHeaders },
    request,
    response: { ...response, contentType, events },
  };
}
