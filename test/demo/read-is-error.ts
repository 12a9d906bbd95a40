/** Reads `isError` from a recorded answer. */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import type { Observation } from '../../src/observations/observation.js';

const answer = z.object({ result: z.object({ isError: z.boolean() }) });

/** Null where the answer has no such member. */
export function readIsError({ body, contentType }: Observation['response']): boolean | null {
  for (const message of messages(body ?? '', contentType ?? '')) {
    const parsed = answer.safeParse(parseJson(message));
    if (parsed.success) return parsed.data.result.isError;
  }
  return null;
}

/** The JSON texts of an answer: the body, or the data of each event. */
function messages(body: string, contentType: string): readonly string[] {
  if (!contentType.startsWith('text/event-stream')) return [body];
  const found: string[] = [];
  createParser({ onEvent: ({ data }) => found.push(data) }).feed(body);
  return found;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
