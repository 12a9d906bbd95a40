/** Changes the JSON-RPC messages of an answer where they stand: in a JSON body, or in the events of a stream. */
import type { Answer } from '../../exchange/answer.js';
import { FairShare } from '../../exchange/fair-share.js';
import { readMemberToken, replaceMemberToken } from '../../json/tokens.js';
import type { Altered, FaultContext } from '../fault-kind.js';
import { EventBlocks } from './event-blocks.js';
import { afterFirstMessage } from './first-message.js';

export interface MessageChange {
  /** `response`: only the message that answers; `all`: notifications and requests of a stream too. */
  readonly which: 'response' | 'all';
  /** The text that goes out instead, for a message as text and as value. */
  readonly change: (text: string, message: unknown) => string;
}

/** What has come by so far. */
interface Seen {
  isChanged: boolean;
  /** By the message that answers. */
  isAnswered: boolean;
}

/** Reading a message and changing it takes long, however short it is. */
const BLOCK_COST = 8 * 1024;

const decoder = new TextDecoder();

/** Rejects with what a change threw; once a message of a stream has gone out, its stream does. */
export async function alterMessages(
  answer: Answer,
  change: MessageChange,
  { arrival, signal }: Pick<FaultContext, 'arrival' | 'signal'>,
): Promise<Altered> {
  const { body } = answer;
  if (body === null) return answer;
  const seen: Seen = { isChanged: false, isAnswered: false };
  if (body instanceof ReadableStream) {
    const { changer, ended } = eventChanger(change, seen);
    const stream = body.pipeThrough(changer);
    const isUntouched = ended.then(() => !seen.isChanged);
    // A GET stream of the 2025 era may have no message for long.
    if (arrival.verb === 'GET') return { ...answer, body: stream, isUntouched };
    const next = { ...answer, body: await afterFirstMessage(stream, signal) };
    if (seen.isChanged) return next;
    return { ...next, isUntouched: seen.isAnswered || isUntouched };
  }
  const text = typeof body === 'string' ? body : decoder.decode(body);
  const next = isStream(answer)
    ? await changeEvents(text, change, seen)
    : changed(text, change, seen);
  return seen.isChanged ? { ...answer, body: next } : answer;
}

export function isStream({ headers }: Pick<Answer, 'headers'>): boolean {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return type.toLowerCase().startsWith('text/event-stream');
}

function changed(text: string, { which, change }: MessageChange, seen: Seen): string {
  const message = parsed(text);
  if (message === undefined) return text;
  const answers = isResponse(message);
  seen.isAnswered ||= answers;
  if (which === 'response' && !answers) return text;
  const next = withRawId(change(text, message), text, message);
  seen.isChanged ||= next !== text;
  return next;
}

/** An id that JavaScript cannot hold, say 2^53 + 1, is lost where a change writes the whole message anew. */
function withRawId(next: string, healthy: string, message: unknown): string {
  const token = readMemberToken(healthy, 'id');
  if (token === null || token === JSON.stringify(idOf(message))) return next;
  const isKept = idOf(parsed(next)) === idOf(message);
  return isKept ? replaceMemberToken(next, 'id', token) : next;
}

function idOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'id' in message
    ? message.id
    : undefined;
}

function parsed(text: string): unknown {
  // No message, and to find that out otherwise takes long.
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isResponse(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && ('result' in message || 'error' in message)
  );
}

async function changeEvents(text: string, change: MessageChange, seen: Seen): Promise<string> {
  const share = new FairShare();
  const made: string[] = [];
  for (const block of text.split('\n\n')) {
    made.push(changeBlock(block, change, seen));
    await share.spend(block.length, BLOCK_COST);
  }
  return made.join('\n\n');
}

/** The lines of one event as the healthy server writes them: `field: value` ended by LF. */
function changeBlock(block: string, change: MessageChange, seen: Seen): string {
  const lines = block.split('\n');
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
  if (data.length === 0) return block;
  const others = lines.filter((line) => !line.startsWith('data: '));
  const text = changed(data.join('\n'), change, seen);
  return [...others, ...text.split('\n').map((line) => `data: ${line}`)].join('\n');
}

interface EventChanger {
  readonly changer: TransformStream<Uint8Array, Uint8Array>;
  /** Resolves where the stream ends as it should; never, where it breaks off. */
  readonly ended: Promise<void>;
}

function eventChanger(change: MessageChange, seen: Seen): EventChanger {
  const encoder = new TextEncoder();
  const streaming = new TextDecoder();
  const blocks = new EventBlocks();
  const share = new FairShare();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let hasEvents = false;
  const changer = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      let made = '';
      for (const block of blocks.push(streaming.decode(chunk, { stream: true }))) {
        hasEvents = true;
        made += `${changeBlock(block, change, seen)}\n\n`;
        const turn = share.spend(block.length, BLOCK_COST);
        if (turn === null) continue;
        controller.enqueue(encoder.encode(made));
        made = '';
        await turn;
      }
      if (made !== '') controller.enqueue(encoder.encode(made));
    },
    flush(controller) {
      const rest = blocks.rest + streaming.decode();
      // A body without a blank line may be one message, and a stream only in the way it is made.
      const next = hasEvents ? rest : changed(rest, change, seen);
      if (next !== '') controller.enqueue(encoder.encode(next));
      end();
    },
  });
  return { changer, ended };
}
