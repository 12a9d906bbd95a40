/** Other headers on whatever answer there is. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { alterKind } from '../fault-kind.js';
import { countedHeaderName, headerPairs, httpHeaderValue } from './http-headers.js';
import { WITHOUT_BODY } from './rpc-answer.js';

const MAX_BYTES = 1_000_000;

const repeated = z.strictObject({
  name: countedHeaderName().describe('The name; `{{n}}` counts from 1.'),
  value: httpHeaderValue().default('x').describe('The value; `{{n}}` counts from 1.'),
  times: z.int().min(1).max(10_000).default(1).describe('How many lines.'),
  bytes: z
    .int()
    .min(0)
    .max(MAX_BYTES)
    .optional()
    .describe('Repeats the value until it is exactly so long.'),
});

export const headers = alterKind({
  kind: 'headers',
  summary: 'Header lines removed from the answer, and others added.',
  fields: z.strictObject({
    status: z
      .int()
      .min(200)
      .max(599)
      .optional()
      .describe('Another status; 204, 205 and 304 leave the body out. Default: unchanged.'),
    remove: z
      .array(z.string().max(256))
      .max(100)
      .default([])
      .describe('Names to remove, in any case; the headers that the kitchen adds, too.'),
    add: headerPairs()
      .default([])
      .describe('Lines to add at the end, in this order; repetitions stay.'),
    repeat: z
      .array(repeated)
      .max(20)
      .default([])
      .describe('Very many lines, or very long ones, after those.'),
  }),
  perform: ({ status, remove, add, repeat }, answer): Answer => {
    const gone = new Set(remove.map((name) => name.toLowerCase()));
    const kept = answer.headers.filter(([name]) => !gone.has(name.toLowerCase()));
    const hasBody = status === undefined || !WITHOUT_BODY.has(status);
    if (!hasBody && answer.body instanceof ReadableStream) void answer.body.cancel();
    return {
      ...answer,
      status: status ?? answer.status,
      body: hasBody ? answer.body : null,
      headers: [...kept, ...add, ...repeat.flatMap(linesOf)],
      ...(gone.size > 0 && { without: new Set([...gone, ...(answer.without ?? [])]) }),
    };
  },
});

function linesOf({
  name,
  value,
  times,
  bytes,
}: z.output<typeof repeated>): readonly [string, string][] {
  return Array.from({ length: times }, (_, index): [string, string] => {
    const count = (text: string): string => text.replaceAll('{{n}}', String(index + 1));
    return [count(name), stretched(count(value), bytes)];
  });
}

function stretched(value: string, bytes: number | undefined): string {
  if (bytes === undefined || value === '') return value;
  return value.repeat(Math.ceil(bytes / value.length)).slice(0, bytes);
}
