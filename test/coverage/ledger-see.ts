/** Checks what was heard on a connection against what should be seen. */
import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';
import { eventData, jsonOf, parsed, readWire, type WireAnswer } from './ledger-answer.js';
import type { Heard } from './ledger-connection.js';
import type { See } from './ledger-format.js';
import { at, differences, show } from './ledger-match.js';

/** Clocks of two processes and timers differ by a little. */
const SLACK_MS = 3;

/** What does not fit, one sentence each; the record (`outcome`, `fault`) and `keep` are checked elsewhere. */
export function unseen(heard: Heard, see: See): readonly string[] {
  const answer = decoded(readWire(Buffer.concat(heard.pieces.map(({ bytes }) => bytes))), see);
  return [
    ...unseenHead(answer, see),
    ...unseenBody(answer, see),
    ...unseenBytes(answer, see),
    ...unseenTimes(heard, see),
    ...unseenEnd(heard, answer, see),
    ...(see.tls === undefined ? [] : differences('TLS', heard.tls, see.tls)),
  ];
}

/** What has come so far counts, as it does to a client. */
const PARTIAL = { finishFlush: constants.Z_SYNC_FLUSH };
const DECODERS = {
  gzip: (bytes: Buffer) => gunzipSync(bytes, PARTIAL),
  deflate: (bytes: Buffer) => inflateSync(bytes, PARTIAL),
  deflate_raw: (bytes: Buffer) => inflateRawSync(bytes, PARTIAL),
  br: (bytes: Buffer) => brotliDecompressSync(bytes),
} as const;

/** As it came where it cannot be decoded. */
function decoded(answer: WireAnswer, { decode }: See): WireAnswer {
  if (decode === undefined) return answer;
  try {
    return { ...answer, body: DECODERS[decode](answer.body) };
  } catch {
    return answer;
  }
}

function unseenHead(answer: WireAnswer, see: See): readonly string[] {
  const problems: string[] = [];
  if (see.statusLine !== undefined) {
    problems.push(...differences('The status line', answer.statusLine, see.statusLine));
  }
  if (see.status !== undefined)
    problems.push(...differences('The status', answer.status, see.status));
  if (see.interim !== undefined) {
    problems.push(...differences('The statuses before', answer.interim, see.interim));
  }
  for (const [name, wanted] of Object.entries(see.headers ?? {})) {
    const values = answer.headers
      .filter(([given]) => given.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    const where = `The header ${name}`;
    if (wanted === null) problems.push(...differences(where, values[0], { absent: true }));
    else if (Array.isArray(wanted)) problems.push(...differences(where, values, wanted));
    else if (values.length > 1) problems.push(`${where} came ${String(values.length)} times`);
    else problems.push(...differences(where, values[0], wanted));
  }
  for (const line of see.headLines ?? []) {
    if (!answer.headLines.includes(line)) {
      problems.push(`The head has no line ${show(line)}: ${show(answer.headLines)}`);
    }
  }
  if (see.trailers !== undefined) {
    problems.push(...differences('The trailers', answer.trailers, see.trailers));
  }
  return problems;
}

function unseenBody(answer: WireAnswer, see: See): readonly string[] {
  const problems: string[] = [];
  const { body } = answer;
  const text = (): string => body.toString();
  if (see.body !== undefined) problems.push(...differences('The body', text(), see.body));
  if (see.events !== undefined) problems.push(...differences('The stream', text(), see.events));
  if (see.bodyBase64 !== undefined) {
    problems.push(...differences('The body', body.toString('base64'), see.bodyBase64));
  }
  const length = body.byteLength;
  if (see.bodyBytes !== undefined && length !== see.bodyBytes) {
    problems.push(`The body has ${length} bytes instead of ${see.bodyBytes}`);
  }
  if (see.bodyAtLeast !== undefined && length < see.bodyAtLeast) {
    problems.push(`The body has ${length} bytes and should have at least ${see.bodyAtLeast}`);
  }
  if (Object.hasOwn(see, 'json'))
    problems.push(...differences('The JSON', jsonOf(answer), see.json));
  if (see.has !== undefined) {
    const json: unknown = jsonOf(answer);
    for (const [pointer, wanted] of Object.entries(see.has)) {
      problems.push(...differences(pointer, at(json, pointer), wanted));
    }
  }
  if (see.messages !== undefined || see.messagesAtLeast !== undefined) {
    problems.push(...unseenMessages(text(), see));
  }
  return problems;
}

function unseenMessages(text: string, { messages = [], messagesAtLeast }: See): readonly string[] {
  const data = eventData(text);
  const problems = messages.flatMap((wanted, index) => {
    const seen = data[index];
    const where = `Message ${String(index + 1)}`;
    if (seen === undefined) return [`${where} has not come`];
    if (typeof wanted === 'string') return differences(where, seen, wanted);
    return differences(where, parsed(seen), wanted, true);
  });
  if (messagesAtLeast === undefined && data.length > messages.length) {
    problems.push(`${data.length} messages came: ${show(data)}`);
  }
  if (data.length < (messagesAtLeast ?? 0)) {
    problems.push(`${data.length} messages came instead of at least ${messagesAtLeast}`);
  }
  return problems;
}

function unseenBytes({ raw, body }: WireAnswer, see: See): readonly string[] {
  const problems: string[] = [];
  // A text may be spread over several chunks.
  const holds = (bytes: string | Buffer): boolean => raw.includes(bytes) || body.includes(bytes);
  if (see.raw !== undefined && !raw.equals(Buffer.from(see.raw))) {
    problems.push(`The bytes are ${show(raw.toString())} instead of ${show(see.raw)}`);
  }
  if (see.rawBase64 !== undefined && !raw.equals(Buffer.from(see.rawBase64, 'base64'))) {
    problems.push(
      `The bytes are ${show(raw.toString('base64'))} instead of ${show(see.rawBase64)}`,
    );
  }
  for (const text of see.contains ?? []) {
    if (!holds(text)) problems.push(`${show(text)} stands nowhere in ${excerpt(raw)}`);
  }
  for (const text of see.containsBase64 ?? []) {
    if (!holds(Buffer.from(text, 'base64'))) {
      problems.push(`The bytes ${text} stand nowhere in ${excerpt(raw)}`);
    }
  }
  for (const text of see.lacks ?? []) {
    if (holds(text)) problems.push(`${show(text)} stands in ${excerpt(raw)}`);
  }
  if (see.nothing === true && raw.byteLength > 0) problems.push(`Came: ${excerpt(raw)}`);
  return problems;
}

function unseenTimes({ pieces, endedAtMs }: Heard, see: See): readonly string[] {
  const problems: string[] = [];
  const notBefore = (what: string, ms: number | null | undefined, limit?: number): void => {
    if (limit === undefined) return;
    if (typeof ms !== 'number') problems.push(`${what} has not come`);
    else if (ms < limit - SLACK_MS)
      problems.push(`${what} came after ${ms} ms, before ${limit} ms`);
  };
  notBefore('The first byte', pieces[0]?.atMs, see.afterMs);
  notBefore('The last byte', pieces.at(-1)?.atMs, see.lastAfterMs);
  notBefore('The end', endedAtMs, see.endAfterMs);
  if (see.piecesAtLeast !== undefined && pieces.length < see.piecesAtLeast) {
    problems.push(`${pieces.length} pieces came instead of at least ${see.piecesAtLeast}`);
  }
  if (see.gapsMs === undefined) return problems;
  const gaps = pieces.slice(1).map(({ atMs }, index) => atMs - (pieces[index]?.atMs ?? 0));
  if (typeof see.gapsMs === 'number') {
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    // A first byte that was read late makes the rest look faster.
    if (!(mean >= see.gapsMs * 0.8)) problems.push(`The gaps are ${show(gaps)} ms`);
    return problems;
  }
  let next = 0;
  for (const wanted of see.gapsMs) {
    const found = gaps.findIndex((gap, index) => index >= next && gap >= wanted * 0.8);
    if (found === -1) return [...problems, `No gap of ${wanted} ms in its place: ${show(gaps)}`];
    next = found + 1;
  }
  return problems;
}

function unseenEnd({ end }: Heard, answer: WireAnswer, see: See): readonly string[] {
  switch (see.end) {
    case undefined:
      return [];
    case 'open':
      return end === null ? [] : [`The connection ended (${end})`];
    case 'keep':
      if (end !== null) return [`The connection ended (${end})`];
      return answer.isWhole ? [] : ['The answer is not whole'];
    default:
      return end === see.end ? [] : [`The connection is ${end ?? 'open'} instead of ${see.end}`];
  }
}

function excerpt(raw: Buffer): string {
  return show(raw.byteLength > 2_000 ? `${raw.toString('utf8', 0, 2_000)}…` : raw.toString());
}
