/** Judges the messages of one event stream: which of them answers the request, and what its end means. */
import { judgement, readResponse } from './judge-message.js';
import type { JudgedRequest, Judgement } from './judge-message.js';

export interface StreamJudge {
  push(data: string): void;
  /** The judgement of the response, from the moment when it is there. */
  readonly settled: Judgement | null;
  /** True for a stream that the client may close when it likes: it ends as a stream, not as a cancelled request. */
  readonly mayEndAnywhere: boolean;
  /** What the stream comes to when it ended as HTTP should. */
  end(): Judgement;
}

export function createStreamJudge(
  request: JudgedRequest,
  onEvent: ((kind: string) => void) | undefined,
): StreamJudge {
  const isGet = request.verb === 'GET';
  const isListen = request.era === 'modern' && request.method === 'subscriptions/listen';
  let settled: Judgement | null = null;
  let defect: Judgement['outcome'] | null = null;
  return {
    get settled() {
      return settled;
    },
    mayEndAnywhere: isGet || isListen,
    push(data) {
      // What follows the response does not count, and is only named.
      if (settled !== null && onEvent === undefined) return;
      const reading = readResponse(data, request);
      if (reading.kind === 'message') {
        onEvent?.(reading.method);
      } else if (reading.kind === 'response') {
        const isError = reading.judgement.outcome === 'JSONRPC_ERROR';
        onEvent?.(isError ? 'error' : 'result');
        // A GET stream answers no request of its own.
        if (isGet) return;
        settled ??= isListen ? endOfListen(reading.judgement) : reading.judgement;
      } else {
        onEvent?.(reading.says);
        defect ??= reading.outcome;
      }
    },
    end() {
      if (settled !== null) return settled;
      if (isGet) return judgement('STREAM');
      return judgement(defect ?? 'STREAM_INCOMPLETE');
    },
  };
}

/** A result on a `subscriptions/listen` stream is its graceful end. */
function endOfListen(response: Judgement): Judgement {
  return response.outcome === 'RESULT' ? judgement('STREAM', null, response.resultType) : response;
}
