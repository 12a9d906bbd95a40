/** Observations as rows: what lists show in one JSON text, headers and bodies in another. */
import { z } from 'zod';
import type { Observation, ObservationSummary } from '../observations/observation.js';
import { summarize } from '../observations/summarize.js';

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
  return name.slice(0, NAME_LENGTH);
}

export function toRow(observation: Observation): ObservationRow {
  const { number, workspace, session, rpc, outcome, fault, http } = observation;
  const summary = writeSummary(summarize(observation));
  const detail = JSON.stringify({
    requestHeaders: http.requestHeaders,
    responseHeaders: http.responseHeaders,
    request: observation.request,
    response: observation.response,
  });
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
function writeSummary(summary: ObservationSummary): string {
  try {
    return JSON.stringify(summary);
  } catch {
    const fault = summary.fault === null ? null : { kind: summary.fault.kind };
    return JSON.stringify({ ...summary, fault });
  }
}

// Rows are written by `toRow` alone: what is checked is that a text is whole, and no other row's.
const summaryShape = z.looseObject({
  number: z.number(),
  workspace: z.string(),
  outcome: z.string(),
  startedAt: z.string(),
  http: z.looseObject({ method: z.string(), path: z.string() }),
  rpc: z.looseObject({ kind: z.string() }),
});
const bodyShape = z.looseObject({ bytes: z.number(), truncated: z.boolean() });
const detailShape = z.looseObject({
  requestHeaders: z.record(z.string(), z.unknown()),
  responseHeaders: z.record(z.string(), z.unknown()),
  request: bodyShape,
  response: bodyShape,
});

type Detail = Pick<Observation, 'request' | 'response'> &
  Pick<Observation['http'], 'requestHeaders' | 'responseHeaders'>;

const summarySchema = z.custom<ObservationSummary>(
  (value) => summaryShape.safeParse(value).success,
);
const detailSchema = z.custom<Detail>((value) => detailShape.safeParse(value).success);

/** Throws where the text is broken. */
export function readSummary(text: string): ObservationSummary {
  return summarySchema.parse(JSON.parse(text));
}

/** Throws where one of the texts is broken. */
export function readObservation(summaryText: string, detailText: string): Observation {
  const summary = readSummary(summaryText);
  const { requestHeaders, responseHeaders, request, response } = detailSchema.parse(
    JSON.parse(detailText),
  );
  const http = { ...summary.http, requestHeaders, responseHeaders };
  return { ...summary, http, request, response };
}
