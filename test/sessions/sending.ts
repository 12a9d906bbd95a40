/** One request of a property run on its way: how it is sent, what the model is told of it, and what came back. */
import type { Kitchen } from '../../src/kitchen-options.js';
import { type Answered, headersFor, message, read } from '../support/mcp.js';
import type { RequestAction } from './actions.js';
import { SLOW_MS } from './model-answers.js';
import type { ModelExchange, ModelRequest, ModelState } from './model-words.js';

/** A `requestState` as a client got it. */
export interface GivenState {
  readonly text: string;
  readonly state: ModelState;
}

export interface Sending {
  readonly tag: string;
  readonly request: ModelRequest;
  /** Known once it has arrived. */
  exchange: ModelExchange | null;
  isFinished: boolean;
  isChecked: boolean;
  answer: Answered | null;
  /** The state that its answer has to give out. */
  state: ModelState | null;
  stream: ReadableStreamDefaultReader<Uint8Array> | null;
}

const HOUR = 3_600_000;
const FOREIGN_STATE = 'nobody.1.made-up';
const ANSWERS = { approval: { action: 'decline' } };
const ARGUMENTS: Readonly<Record<string, object>> = {
  echo: { text: 'hello' },
  slow: { ms: SLOW_MS, steps: 1 },
};
const METHODS = {
  discover: 'server/discover',
  call: 'tools/call',
  round: 'tools/call',
  notification: 'notifications/cancelled',
  listen: 'subscriptions/listen',
} as const;

/** A state that is past its time leads nowhere once its session was forgotten too: no rule says when that is. */
export function pickState(
  states: readonly GivenState[],
  { what }: RequestAction,
  now: number,
): GivenState | null {
  if (what.kind !== 'round' || typeof what.state !== 'number') return null;
  const usable = states.filter(
    ({ state: { maker, givenAt } }) => maker.end === null || now <= givenAt + HOUR,
  );
  return usable.at(-1 - (what.state % Math.max(usable.length, 1))) ?? null;
}

/** It has begun to stream, and goes on. */
export function isOpenStream({ stream, isFinished }: Sending): boolean {
  return stream !== null && !isFinished;
}

/** It waits for time to pass. */
export function isHeld({ exchange, isFinished }: Sending, now: number): boolean {
  return exchange?.broken === null && !isFinished && exchange.expected.dueAt > now;
}

/** Something has still to happen to it at this moment. */
export function isBusy(sending: Sending, now: number): boolean {
  const { exchange, isFinished, answer } = sending;
  if (exchange === null) return true;
  if (isHeld(sending, now)) return false;
  const staysOpen = exchange.broken === null && exchange.expected.isStream;
  return answer === null || (!isFinished && !staysOpen);
}

/** @param given what `what.state` says, where it is a state that was given out */
export function sendRequest(
  kitchen: Kitchen,
  { client, at, what }: RequestAction,
  lane: { readonly tag: string; readonly workspaceOf: (letter: string) => string },
  given: GivenState | null,
): Sending {
  const { tag } = lane;
  const [letter = '', key = null] = at.split('/');
  const workspace = lane.workspaceOf(letter);
  const path = key === null ? `/w/${workspace}/mcp` : `/w/${workspace}/s/${key}/mcp`;
  const id = what.kind === 'discover' && what.id === 'probe' ? 'probe' : `id-${tag}`;
  const { body, headers } = write(client, what, id, given);
  const isRound = what.kind === 'round';
  const sending: Sending = {
    tag,
    request: {
      workspace,
      key,
      client: what.kind === 'garbage' ? 'anonymous' : client,
      method: methodOf(what),
      isNotification: what.kind === 'notification',
      tool: what.kind === 'call' ? what.tool : isRound ? 'ask' : null,
      id: what.kind === 'notification' ? null : id,
      state: isRound && what.state !== 'lost' ? (given?.state ?? 'foreign') : null,
      answers: isRound ? what.answers : null,
    },
    exchange: null,
    isFinished: false,
    isChecked: false,
    answer: null,
    state: null,
    stream: null,
  };
  // The tag in the query leads from a record back to what was sent.
  const url = `http://127.0.0.1${path}?tag=${tag}`;
  const init = { method: 'POST', headers: { host: '127.0.0.1', ...headers }, body };
  void kitchen.fetch(new Request(url, init)).then((response) => receive(sending, response));
  return sending;
}

async function receive(sending: Sending, response: Response): Promise<void> {
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  if (!isStream || response.body === null) {
    sending.answer = await read(response);
    return;
  }
  const { status, headers } = response;
  sending.answer = { status, headers, text: '', json: undefined };
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  sending.stream = reader;
  while (!(await reader.read()).done);
}

function methodOf(what: RequestAction['what']): string | null {
  if (what.kind === 'garbage') return null;
  return what.kind === 'method' ? what.method : METHODS[what.kind];
}

function write(
  client: string,
  what: RequestAction['what'],
  id: string,
  given: GivenState | null,
): { body: string; headers: Record<string, string> } {
  if (what.kind === 'garbage') {
    const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' };
    return { body: what.body, headers };
  }
  const [name = '', version = ''] = client.split(' ');
  const options = { name, version, capabilities: { elicitation: {} } };
  const params = {
    ...paramsOf(what, given),
    ...(client === 'anonymous' && { _meta: { 'io.modelcontextprotocol/clientInfo': undefined } }),
  };
  const body = message(methodOf(what) ?? '', params, options, id);
  if (what.kind === 'notification') delete body['id'];
  return { body: JSON.stringify(body), headers: headersFor(body) };
}

function paramsOf(
  what: Exclude<RequestAction['what'], { kind: 'garbage' }>,
  given: GivenState | null,
): Record<string, unknown> {
  switch (what.kind) {
    case 'call':
      return { name: what.tool, arguments: ARGUMENTS[what.tool] ?? {} };
    case 'round':
      return {
        name: 'ask',
        arguments: {},
        ...(what.state !== 'lost' && { requestState: given?.text ?? FOREIGN_STATE }),
        inputResponses: what.answers === 'all' ? ANSWERS : {},
      };
    case 'notification':
      return { requestId: 'no-such-request' };
    case 'listen':
      return { notifications: { toolsListChanged: true } };
    default:
      return {};
  }
}
