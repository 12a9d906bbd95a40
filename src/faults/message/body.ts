/** Any body under any head: what no JSON-RPC server would say. */
import { z } from 'zod';
import type { Answer } from '../../exchange/answer.js';
import { streamOf } from '../../exchange/stream-of.js';
import { answerKind } from '../fault-kind.js';
import { headerPairs, httpHeaderValue } from './http-headers.js';
import { repeatedPieces, repetition } from './repeated-bytes.js';
import { NO_BODY, WITHOUT_BODY } from './rpc-answer.js';

export const body = answerKind({
  kind: 'body',
  summary: 'Exactly this body: text, bytes, JSON or a very long repetition.',
  fields: z
    .strictObject({
      status: z.int().min(200).max(599).default(200).describe('HTTP status.'),
      contentType: httpHeaderValue()
        .nullable()
        .default('application/json')
        .describe('`Content-Type`; null for none.'),
      headers: headerPairs().default([]).describe('Further header lines, in this order.'),
      text: z.string().max(10_000_000).optional().describe('The body as text, sent as UTF-8.'),
      base64: z.base64().max(14_000_000).optional().describe('The body as bytes, in Base64.'),
      json: z.json().optional().describe('The body as a JSON value.'),
      repeat: z
        .union([repetition(), z.array(repetition()).min(1).max(100)])
        .optional()
        .describe('A body too long to be written down; or several of them, one behind the other.'),
    })
    .refine(
      ({ text, base64, json, repeat }) =>
        [text, base64, json, repeat].filter((value) => value !== undefined).length <= 1,
      { error: 'Give one of text, base64, json and repeat' },
    )
    .refine(
      ({ status, text = '', base64 = '', json, repeat }) =>
        !WITHOUT_BODY.has(status) ||
        (text === '' && base64 === '' && json === undefined && repeat === undefined),
      { path: ['status'], error: NO_BODY },
    ),
  perform: ({ status, contentType, headers, text, base64, json, repeat }): Answer => {
    const head: [string, string][] = contentType === null ? [] : [['Content-Type', contentType]];
    head.push(...headers);
    if (WITHOUT_BODY.has(status)) return { status, headers: head, body: null };
    if (repeat !== undefined) {
      return { status, headers: head, body: streamOf(repeatedPieces([repeat].flat())) };
    }
    if (base64 !== undefined) {
      return { status, headers: head, body: new Uint8Array(Buffer.from(base64, 'base64')) };
    }
    return {
      status,
      headers: head,
      body: json === undefined ? (text ?? null) : JSON.stringify(json),
    };
  },
});
