/** The official client, in the situations that every client is brought into, in both of its eras. */
import { expect } from 'vitest';
import { startKitchen } from '../../src/testing/index.js';
import { describeClient, FORM, HEALTHY_REPORTS } from '../support/client-suite.js';
import { official } from './drivers/official.js';

const DONE = 'tools/call 200 TOOL_SUCCESS';
const noSoup = {
  threw: 'SdkHttpError',
  message: 'Error POSTing to endpoint: No soup',
  data: { status: 503, text: 'No soup' },
};
const eras = [
  {
    mode: 'auto',
    protocolVersion: '2026-07-28',
    streams: [],
    handshake: ['server/discover 200 RESULT'],
    refused: { threw: 'SdkHttpError', code: 'ERA_NEGOTIATION_FAILED', data: { status: 503 } },
    refusal: 'server/discover 503 HTTP_ERROR http_status',
    dialogue: ['tools/call 200 INPUT_REQUIRED input_required', DONE],
  },
  {
    mode: 'legacy',
    protocolVersion: '2025-11-25',
    streams: ['GET 200 STREAM'],
    handshake: ['initialize 200 RESULT', 'notifications/initialized 202 ACCEPTED'],
    refused: noSoup,
    refusal: 'initialize 503 HTTP_ERROR http_status',
    dialogue: [`${DONE} input_required`, 'POST 202 ACCEPTED'],
  },
] as const;

const kitchen = await startKitchen();

for (const { mode, handshake, refused, refusal, dialogue, ...versions } of eras) {
  describeClient(kitchen, official(mode), {
    ...versions,
    situations: {
      healthy: {
        reports: HEALTHY_REPORTS,
        exchanges: [
          ...handshake,
          'tools/list 200 RESULT',
          DONE,
          'resources/read 200 RESULT',
          'prompts/get 200 RESULT',
        ],
      },
      '503 on a call': {
        reports: [
          noSoup,
          { returned: { structuredContent: { scenario: 'http_status_sequence' } } },
        ],
        exchanges: [...handshake, 'tools/call 503 HTTP_ERROR http_status', DONE],
      },
      '503 on the handshake': {
        reports: [
          refused,
          { returned: { structuredContent: { scenario: 'http_status_sequence' } } },
        ],
        exchanges: [refusal, ...handshake, DONE],
      },
      'JSON-RPC error': {
        reports: [{ threw: 'ProtocolError', code: -32603, message: 'The kitchen is on fire' }],
        exchanges: [...handshake, 'tools/call 200 JSONRPC_ERROR -32603 jsonrpc_error'],
      },
      'tool error': {
        reports: [{ returned: { isError: true, content: [{ text: 'No table is free.' }] } }],
        exchanges: [...handshake, 'tools/call 200 TOOL_ERROR tool_error'],
      },
      'input required': {
        reports: [{ returned: { content: [{}, { text: expect.stringContaining('hungry') }] } }],
        exchanges: [...handshake, ...dialogue],
        asked: [FORM],
      },
    },
  });
}
