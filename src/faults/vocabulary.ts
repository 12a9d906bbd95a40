/** Every kind of fault, by name: the one list that scripts, schemas, documents and performance go by. */
import type { AlterKind, AnswerKind, AsideKind, CarryKind, HoldKind } from './fault-kind.js';
import { ask } from './message/ask.js';
import { body } from './message/body.js';
import { catalogue } from './message/catalogue.js';
import { delay } from './message/delay.js';
import { editText } from './message/edit-text.js';
import { envelope } from './message/envelope.js';
import { endGetStream } from './message/end-get-stream.js';
import { events } from './message/events.js';
import { encoding } from './message/encoding.js';
import { headers } from './message/headers.js';
import { rateLimit } from './message/rate-limit.js';
import { oldMessage } from './message/old-message.js';
import { oldStream } from './message/old-stream.js';
import { redirect } from './message/redirect.js';
import { noContinue } from './wire/no-continue.js';
import { port } from './wire/port.js';
import { httpStatus } from './message/http-status.js';
import { inflate } from './message/inflate.js';
import { jsonrpcError } from './message/jsonrpc-error.js';
import { notify } from './message/notify.js';
import { pages } from './message/pages.js';
import { result } from './message/result.js';
import { rotateSession } from './message/rotate-session.js';
import { rewrite } from './message/rewrite.js';
import { toolError } from './message/tool-error.js';
import { cut } from './wire/cut.js';
import { drip } from './wire/drip.js';
import { framing } from './wire/framing.js';
import { interim } from './wire/interim.js';
import { raw } from './wire/raw.js';
import { stall } from './wire/stall.js';
import { surplus } from './wire/surplus.js';

/** In the order in which faults of one stage are performed. */
export const VOCABULARY = {
  // Says something else.
  http_status: httpStatus,
  jsonrpc_error: jsonrpcError,
  tool_error: toolError,
  result,
  body,
  events,
  ask,
  raw,
  redirect,
  rate_limit: rateLimit,
  rotate_session: rotateSession,
  old_stream: oldStream,
  old_message: oldMessage,
  // Changes what is said.
  catalogue,
  rewrite,
  pages,
  envelope,
  inflate,
  edit_text: editText,
  encoding,
  headers,
  // Holds it back.
  delay,
  // Harms the carrying.
  interim,
  framing,
  surplus,
  drip,
  stall,
  cut,
  // Leaves the answer alone.
  notify,
  end_get_stream: endGetStream,
  no_continue: noContinue,
  port,
} as const;

export type VocabularyName = keyof typeof VOCABULARY;

type Loose = Record<string, never>;
/** A kind whose fields are checked already. */
export type AnyKind =
  | AsideKind<string, Loose>
  | AnswerKind<string, Loose>
  | AlterKind<string, Loose>
  | HoldKind<string, Loose>
  | CarryKind<string, Loose>;

const KINDS: ReadonlyMap<string, unknown> = new Map(Object.entries(VOCABULARY));

/** Undefined for a kind that the vocabulary does not have. */
export function kindOf(name: string): AnyKind | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fault is handed to its own kind alone
  return KINDS.get(name) as AnyKind | undefined;
}
