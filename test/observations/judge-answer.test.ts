import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Era, RpcKind } from '../../src/exchange/message.js';
import {
  createAnswerJudge,
  judgeAnswer,
  type AnswerEnd,
  type JudgedRequest,
} from '../../src/observations/judge-answer.js';
import outcomes from '../data/outcomes.json' with { type: 'json' };

const outcomeCase = z.object({
  id: z.string(),
  why: z.string(),
  request: z.object({
    http: z.string(),
    kind: z.enum(['request', 'notification']),
    era: z.enum(['modern', 'legacy']),
    method: z.string(),
    id: z.union([z.string(), z.number()]).optional(),
  }),
  response: z.object({
    status: z.number().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
    bodyBase64: z.string().optional(),
    end: z.enum(['complete', 'cut', 'reset', 'client']),
  }),
  expect: z.record(z.string(), z.unknown()),
});
type OutcomeCase = z.output<typeof outcomeCase>;
const cases = z.array(outcomeCase).parse(outcomes.cases);

const encoder = new TextEncoder();
const toolCall: JudgedRequest = {
  verb: 'POST',
  kind: 'request',
  era: 'modern',
  method: 'tools/call',
  idToken: '1',
};
const JSON_HEAD = { status: 200, headers: [['Content-Type', 'application/json']] } as const;
const SSE_HEAD = { status: 200, headers: [['Content-Type', 'text/event-stream']] } as const;
const toolAnswer = (id = '1', result = '{"content":[]}'): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${result}}`;

function judgeJsonText(text: string, request: JudgedRequest = toolCall): string {
  return judgeAnswer(request, { ...JSON_HEAD, body: encoder.encode(text), end: 'complete' })
    .outcome;
}

function judgeStreamText(text: string, request = toolCall, end: AnswerEnd = 'complete'): string {
  return judgeAnswer(request, { ...SSE_HEAD, body: encoder.encode(text), end }).outcome;
}

function requestOf({ request }: OutcomeCase): JudgedRequest {
  const idToken = request.id === undefined ? null : JSON.stringify(request.id);
  return { ...request, verb: request.http, idToken };
}

function bodyOf({ response }: OutcomeCase): Uint8Array {
  return response.bodyBase64 === undefined
    ? encoder.encode(response.body ?? '')
    : Buffer.from(response.bodyBase64, 'base64');
}

describe('the recorded cases', () => {
  it('are 108', () => {
    expect(cases).toHaveLength(108);
  });

  for (const sample of cases) {
    it(`${sample.id}: ${sample.why}`, () => {
      const { status, headers, end } = sample.response;
      const answer = { status, headers: Object.entries(headers), body: bodyOf(sample), end };
      expect(judgeAnswer(requestOf(sample), answer)).toEqual(sample.expect);
    });
  }

  it('come out the same when they arrive byte by byte', () => {
    for (const sample of cases) {
      const { status, headers, end } = sample.response;
      if (status === null) continue;
      const head = { status, headers: Object.entries(headers) };
      const judge = createAnswerJudge(requestOf(sample), head);
      for (const byte of bodyOf(sample)) judge.push(Uint8Array.of(byte));
      expect({ id: sample.id, ...judge.end(end) }).toEqual({ id: sample.id, ...sample.expect });
    }
  });
});

describe('ids', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890', 'TOOL_SUCCESS'],
    ['12345678901234567890', '12345678901234567891', 'INVALID_ENVELOPE'],
    ['9007199254740993', '9007199254740992', 'INVALID_ENVELOPE'],
    ['1', '1.0', 'TOOL_SUCCESS'],
    ['1.5', '1.50', 'TOOL_SUCCESS'],
    ['"ab"', '"a\\u0062"', 'TOOL_SUCCESS'],
    ['"1"', '1', 'INVALID_ENVELOPE'],
    ['null', 'null', 'INVALID_ENVELOPE'],
  ])('%s answered with %s is %s', (asked, answered, outcome) => {
    expect(judgeJsonText(toolAnswer(answered), { ...toolCall, idToken: asked })).toBe(outcome);
  });

  it('an error without an id is one only where the id could not be read', () => {
    const error = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}';
    expect(judgeJsonText(error)).toBe('INVALID_ENVELOPE');
    const garbage: JudgedRequest = {
      ...toolCall,
      kind: 'unparseable',
      method: null,
      idToken: null,
    };
    expect(judgeJsonText(error, garbage)).toBe('JSONRPC_ERROR');
  });
});

describe('results', () => {
  it.each<[Era, string, string, boolean]>([
    ['modern', 'tools/list', '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', true],
    ['modern', 'tools/list', '{"tools":[{"name":"a"}]}', false],
    ['modern', 'tools/list', '{"tools":[],"nextCursor":7}', false],
    ['modern', 'prompts/list', '{"prompts":[{"name":"p"}]}', true],
    ['modern', 'prompts/list', '{"prompts":[{}]}', false],
    [
      'modern',
      'prompts/get',
      '{"messages":[{"role":"user","content":{"type":"text","text":"x"}}]}',
      true,
    ],
    ['modern', 'prompts/get', '{"messages":[{"role":"user","content":[]}]}', false],
    ['modern', 'resources/list', '{"resources":[{"uri":"a:b","name":"n"}]}', true],
    ['modern', 'resources/list', '{"resources":[{"name":"n"}]}', false],
    [
      'modern',
      'resources/templates/list',
      '{"resourceTemplates":[{"uriTemplate":"a:{b}","name":"n"}]}',
      true,
    ],
    ['modern', 'resources/templates/list', '{"resourceTemplates":{}}', false],
    ['modern', 'resources/read', '{"contents":[{"uri":"a:b","blob":""}]}', true],
    ['modern', 'resources/read', '{"contents":[{"uri":"a:b"}]}', false],
    ['modern', 'completion/complete', '{"completion":{"values":["a"]}}', true],
    ['modern', 'completion/complete', '{"completion":{"values":[1]}}', false],
    ['modern', 'no/such', '{}', true],
    [
      'legacy',
      'initialize',
      '{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"a","version":"1"}}',
      true,
    ],
    ['legacy', 'initialize', '{"protocolVersion":"2025-11-25","capabilities":{}}', false],
    ['legacy', 'ping', '{}', true],
    ['legacy', 'ping', '{"resultType":"whatever"}', true],
  ])('%s %s %s', (era, method, result, isValid) => {
    const request = { ...toolCall, era, method };
    expect(judgeJsonText(toolAnswer('1', result), request)).toBe(
      isValid ? 'RESULT' : 'INVALID_RESULT',
    );
  });

  it.each([
    ['{"type":"image","data":"","mimeType":"image/png"}', true],
    ['{"type":"image","data":""}', false],
    ['{"type":"resource_link","uri":"a:b","name":"n"}', true],
    ['{"type":"resource_link","uri":"a:b"}', false],
    ['{"type":"resource","resource":{"uri":"a:b","text":""}}', true],
    ['{"type":"resource","resource":{"uri":"a:b"}}', false],
    ['{"type":"hologram"}', true],
    ['{"type":"toString"}', true],
    ['{"type":1}', false],
    ['null', false],
  ])('a tool result with the block %s', (block, isValid) => {
    const outcome = isValid ? 'TOOL_SUCCESS' : 'INVALID_TOOL_RESULT';
    expect(judgeJsonText(toolAnswer('1', `{"content":[${block}]}`))).toBe(outcome);
  });

  it.each([
    ['{"a":{"method":"elicitation/create","params":{"message":"m","requestedSchema":{}}}}', true],
    [
      '{"a":{"method":"elicitation/create","params":{"mode":"url","message":"m","url":"u:"}}}',
      true,
    ],
    ['{"a":{"method":"elicitation/create","params":{"mode":"url","message":"m"}}}', false],
    ['{"a":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}}', true],
    ['{"a":{"method":"roots/list"}}', true],
    ['{"a":{"method":"ping"}}', false],
    ['[]', false],
  ])('a request for input with %s', (inputRequests, isValid) => {
    const result = `{"resultType":"input_required","inputRequests":${inputRequests}}`;
    const outcome = isValid ? 'INPUT_REQUIRED' : 'INVALID_TOOL_RESULT';
    expect(judgeJsonText(toolAnswer('1', result))).toBe(outcome);
  });

  it('deep nesting is judged without recursion', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(judgeJsonText(toolAnswer('1', `{"content":[],"x":${deep}}`))).toBe('TOOL_SUCCESS');
  });
});

describe('streams', () => {
  const listen: JudgedRequest = { ...toolCall, method: 'subscriptions/listen' };
  const get: JudgedRequest = {
    verb: 'GET',
    kind: 'none',
    era: 'legacy',
    method: null,
    idToken: null,
  };
  const note = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
  const subscription = '{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}';

  it('settle with the byte that ends the answer, before the stream ends', () => {
    for (const lineEnd of ['\n', '\r', '\r\n']) {
      const judge = createAnswerJudge(toolCall, SSE_HEAD);
      const bytes = encoder.encode(`data: ${toolAnswer()}${lineEnd}${lineEnd}`);
      // The LF of a closing CRLF is not needed to know that the line ended.
      const last = bytes.length - (lineEnd === '\r\n' ? 2 : 1);
      for (const [index, byte] of bytes.entries()) {
        expect(judge.settled === null).toBe(index <= last);
        judge.push(Uint8Array.of(byte));
      }
      expect(judge.settled?.outcome).toBe('TOOL_SUCCESS');
      expect(judge.end('client').outcome).toBe('TOOL_SUCCESS');
    }
  });

  it('name their events', () => {
    const kinds: string[] = [];
    const judge = createAnswerJudge(toolCall, SSE_HEAD, { onEvent: (kind) => kinds.push(kind) });
    judge.push(
      encoder.encode(`id: 0\ndata:\n\n${note}data: hello\n\ndata: ${toolAnswer('2')}\n\n`),
    );
    judge.push(encoder.encode(`data: ${toolAnswer()}\n\n${note}`));
    const changed = 'notifications/tools/list_changed';
    expect(kinds).toEqual([changed, 'other', 'result', 'result', changed]);
  });

  it('pass over events of another name', () => {
    expect(judgeStreamText(`event: x\ndata: ${toolAnswer()}\n\n`)).toBe('STREAM_INCOMPLETE');
  });

  it('are not answered by a request of the server that has the same id', () => {
    const ping = 'data: {"jsonrpc":"2.0","id":1,"method":"ping"}\n\n';
    expect(judgeStreamText(ping)).toBe('STREAM_INCOMPLETE');
  });

  it('with a character split over two chunks are read whole', () => {
    const judge = createAnswerJudge(toolCall, SSE_HEAD);
    const text = toolAnswer('1', '{"content":[{"type":"text","text":"Zürich 🍲"}]}');
    for (const byte of encoder.encode(`data: ${text}\n\n`)) judge.push(Uint8Array.of(byte));
    expect(judge.settled?.outcome).toBe('TOOL_SUCCESS');
  });

  it.each<[AnswerEnd, string]>([
    ['client', 'STREAM'],
    ['complete', 'STREAM_INCOMPLETE'],
    ['cut', 'CONNECTION_LOST'],
  ])('of subscriptions/listen without a result that end by %s', (end, outcome) => {
    expect(judgeStreamText(note, listen, end)).toBe(outcome);
  });

  it('of subscriptions/listen end gracefully with a result', () => {
    expect(judgeStreamText(`data: ${toolAnswer('1', subscription)}\n\n`, listen)).toBe('STREAM');
    expect(judgeStreamText(`data: ${toolAnswer('1', '{}')}\n\n`, listen)).toBe('INVALID_RESULT');
  });

  it.each<[AnswerEnd, string]>([
    ['client', 'STREAM'],
    ['complete', 'STREAM'],
    ['reset', 'CONNECTION_LOST'],
  ])('of GET that end by %s', (end, outcome) => {
    const error = 'data: {"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}\n\n';
    expect(judgeStreamText(note + error, get, end)).toBe(outcome);
  });

  it('with a failing status still show the code', () => {
    const error = 'data: {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"m"}}\n\n';
    const answer = {
      ...SSE_HEAD,
      status: 500,
      body: encoder.encode(error),
      end: 'complete',
    } as const;
    expect(judgeAnswer(toolCall, answer)).toMatchObject({
      outcome: 'HTTP_ERROR',
      errorCode: -32603,
    });
  });
});

describe('requests that expect no result', () => {
  it.each<[string, RpcKind, number, string]>([
    ['DELETE', 'none', 204, 'SESSION_END'],
    ['DELETE', 'none', 405, 'HTTP_ERROR'],
    ['GET', 'none', 405, 'HTTP_ERROR'],
    ['POST', 'response', 202, 'ACCEPTED'],
    ['POST', 'batch', 200, 'UNJUDGED'],
    ['POST', 'batch', 503, 'HTTP_ERROR'],
  ])('%s with a body of kind %s and status %d is %s', (verb, kind, status, outcome) => {
    const request: JudgedRequest = { verb, kind, era: 'legacy', method: null, idToken: null };
    const answer = { ...JSON_HEAD, status, body: new Uint8Array(0), end: 'complete' } as const;
    expect(judgeAnswer(request, answer).outcome).toBe(outcome);
  });

  it('a refused notification is a failure of the transport although its body holds a paired code', () => {
    const body = encoder.encode(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m"}}',
    );
    const answer = { ...JSON_HEAD, status: 400, body, end: 'complete' } as const;
    const judged = judgeAnswer({ ...toolCall, kind: 'notification' }, answer);
    expect(judged).toMatchObject({ outcome: 'HTTP_ERROR', errorCode: -32600 });
  });
});

const plain = encoder.encode(toolAnswer());
function withCoding(coding: string, body: Uint8Array, type = 'application/json'): string {
  const headers = [
    ['content-type', type],
    ['content-encoding', coding],
  ] as const;
  const options = { limitBytes: 4_096 };
  return judgeAnswer(toolCall, { status: 200, headers, body, end: 'complete' }, options).outcome;
}

describe('content codings', () => {
  it.each([
    ['gzip', gzipSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['identity', plain],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ])('%s is undone', (coding, body) => {
    expect(withCoding(coding, body)).toBe('TOOL_SUCCESS');
  });

  it('an unknown coding cannot be read', () => {
    expect(withCoding('zstd-ish', plain)).toBe('MALFORMED_JSON');
  });

  it('a coded stream counts as far as it goes', () => {
    const stream = gzipSync(encoder.encode(`data: ${toolAnswer()}\n\n`));
    expect(withCoding('gzip', stream, 'text/event-stream')).toBe('TOOL_SUCCESS');
    expect(withCoding('gzip', stream.subarray(0, -8), 'text/event-stream')).toBe('TOOL_SUCCESS');
  });

  it('a small body that grows beyond the limit is not judged', () => {
    const bomb = new Uint8Array(5_000_000);
    expect(withCoding('gzip', gzipSync(bomb))).toBe('UNJUDGED');
    expect(withCoding('br', brotliCompressSync(bomb))).toBe('UNJUDGED');
    expect(withCoding('gzip', gzipSync(bomb), 'text/event-stream')).toBe('UNJUDGED');
  });
});

describe('the limit', () => {
  const options = { limitBytes: 1_000 };
  const long = toolAnswer('1', `{"content":[],"x":"${'x'.repeat(1_000)}"}`);

  it('leaves a larger body unjudged, and a failing status what it is', () => {
    const answer = { ...JSON_HEAD, body: encoder.encode(long), end: 'complete' } as const;
    expect(judgeAnswer(toolCall, answer, options).outcome).toBe('UNJUDGED');
    expect(judgeAnswer(toolCall, { ...answer, status: 503 }, options).outcome).toBe('HTTP_ERROR');
    expect(judgeAnswer(toolCall, { ...answer, end: 'cut' }, options).outcome).toBe(
      'CONNECTION_LOST',
    );
  });

  it('binds one event of a stream, not the stream', () => {
    const judge = createAnswerJudge(toolCall, SSE_HEAD, options);
    const note = encoder.encode('data: {"jsonrpc":"2.0","method":"n"}\n\n');
    for (let count = 0; count < 100; count += 1) judge.push(note);
    judge.push(encoder.encode(`data: ${toolAnswer()}\n\n`));
    expect(judge.end('complete').outcome).toBe('TOOL_SUCCESS');
  });

  it('leaves a stream unjudged whose event is larger', () => {
    const judge = createAnswerJudge(toolCall, SSE_HEAD, options);
    judge.push(encoder.encode(`data: ${'x'.repeat(1_000)}`));
    judge.push(encoder.encode(`\n\ndata: ${toolAnswer()}\n\n`));
    expect(judge.end('complete').outcome).toBe('UNJUDGED');
  });
});
