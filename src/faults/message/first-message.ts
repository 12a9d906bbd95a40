/** Keeps a changed stream back until its first message stands: as long as nothing went out, a mistake can be told. */
import { FairShare } from '../../exchange/fair-share.js';

const MESSAGE = /^data: ?\S/m;
/** So much of a line says whether it holds one. */
const MESSAGE_LENGTH = 'data: {'.length;
/** A stream that says so much without a message is not kept back any longer. */
const MAX_KEPT_BYTES = 1024 ** 2;

/**
 * The same stream, of which the first message has been made, or the first MiB. Ends early where the signal aborts.
 * @throws what the change of that message threw
 */
export async function afterFirstMessage(
  source: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const reader = source.getReader();
  const giveUp = (): void => {
    // It is over then, one way or the other.
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  const made: Uint8Array[] = [];
  try {
    await readMessage(reader, made);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  return resumed(made, reader);
}

async function readMessage(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  made: Uint8Array[],
): Promise<void> {
  const decoder = new TextDecoder();
  const share = new FairShare();
  let line = '';
  for (let bytes = 0; bytes < MAX_KEPT_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return;
    made.push(value);
    bytes += value.byteLength;
    const text = line + decoder.decode(value, { stream: true });
    if (MESSAGE.test(text)) return;
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    line = text.slice(end + 1, end + 1 + MESSAGE_LENGTH);
    await share.spend(value.byteLength);
  }
}

function resumed(
  made: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const first = made.shift();
        if (first !== undefined) {
          controller.enqueue(first);
          return;
        }
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
