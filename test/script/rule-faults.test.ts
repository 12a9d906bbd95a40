import { describe, expect, it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { message } from '../support/mcp.js';
import { askOnce, type RawAnswer, valuesOf } from '../support/raw-http.js';

async function answerTo(doing: object, text: unknown): Promise<RawAnswer> {
  const kitchen = await testKitchen({ scenario: 'script', params: { rules: [{ do: doing }] } });
  const params = { name: 'echo', arguments: { text } };
  return askOnce(kitchen.port, { body: JSON.stringify(message('tools/call', params)) });
}

const EVIL = 'a\r\nEvil: 1';
const TEXT = '{{params.arguments.text}}';

describe('a placeholder that would break a line of the head', () => {
  it.each<[string, object]>([
    ['do.http_status.headers.X-A', { http_status: { status: 503, headers: { 'X-A': TEXT } } }],
    ['do.headers.add.0.1', { headers: { add: [['X-A', `b${TEXT}`]] } }],
    ['do.framing.headLines.1', { framing: { headLines: ['X-A: 1', `X-B: ${TEXT}`] } }],
    ['do.framing.headLines.0', { framing: { headLines: [TEXT] } }],
    ['do.framing.statusLine', { framing: { statusLine: `HTTP/1.1 200 ${TEXT}` } }],
    ['do.framing.chunked.extension', { framing: { chunked: { extension: TEXT } } }],
  ])('is a fault that cannot be performed: %s', async (field, doing) => {
    const answer = await answerTo(doing, EVIL);
    expect(answer.status).toBe(500);
    expect(answer.body).toContain(
      `The fault of the scenario script cannot be performed: ${field}: `,
    );
    expect(valuesOf(answer, 'evil')).toEqual([]);
  });

  it('is no fault where its value has none', async () => {
    const answer = await answerTo({ framing: { headLines: [`X-A: ${TEXT}`] } }, 'hi');
    expect(valuesOf(answer, 'x-a')).toEqual(['hi']);
  });
});

it('breaks a line of the head where its author does', async () => {
  const answer = await answerTo({ framing: { headLines: [`X-A: 1\r\nX-B: ${TEXT}`] } }, 'hi');
  expect(valuesOf(answer, 'x-b')).toEqual(['hi']);
});
