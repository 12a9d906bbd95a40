/** Reads the messages of an event stream from its bytes, as they come. */
import { createParser } from 'eventsource-parser';

export interface SseReader {
  push(chunk: Uint8Array): void;
  /** True once one event grew over the limit: nothing is read after that. */
  readonly overflowed: boolean;
}

/**
 * Calls back with the data of each dispatched `message` event; events of other names, comments and empty priming events
 * carry no message.
 * @param limitChars characters that one event may have
 */
export function createSseReader(onMessage: (data: string) => void, limitChars: number): SseReader {
  // Strips a byte order mark, which the parser would take for a part of the first field's name.
  const decoder = new TextDecoder();
  let overflowed = false;
  let endedInCr = false;
  const parser = createParser({
    maxBufferSize: limitChars,
    onEvent: ({ event, data }) => {
      if ((event === undefined || event === 'message') && data !== '') onMessage(data);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflowed = true;
    },
  });
  return {
    get overflowed() {
      return overflowed;
    },
    push(chunk) {
      if (overflowed) return;
      let text = decoder.decode(chunk, { stream: true });
      if (text === '') return;
      // The parser holds a CR at the end back until it sees what follows; an event must be seen when its bytes are.
      if (endedInCr && text.startsWith('\n')) text = text.slice(1);
      endedInCr = text === '' ? false : text.endsWith('\r');
      parser.feed(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
    },
  };
}
