/** What the demonstration shows: each call, and how it must turn out. */

/** One call as a row of the table; a call that takes several exchanges has one entry for each. */
export interface Row {
  readonly http: readonly (number | null)[];
  readonly errorCode: readonly (number | null)[];
  readonly resultType: readonly (string | null)[];
  readonly isError: readonly (boolean | null)[];
  /** What the client reported: returned or thrown, with class and code. */
  readonly client: string;
  readonly outcome: readonly string[];
}

export interface DemoCase {
  readonly scenario: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The same call, once for each. */
  readonly calls: readonly Row[];
}

const HEALTHY: Row = {
  http: [200],
  errorCode: [null],
  resultType: ['complete'],
  isError: [null],
  client: 'returned',
  outcome: ['TOOL_SUCCESS'],
};

export const CASES: readonly DemoCase[] = [
  { scenario: 'baseline', params: {}, calls: [HEALTHY] },
  {
    scenario: 'http_status_sequence',
    // Narrowed to calls, so that the handshake is spared.
    params: { statusCodes: [503, 200], on: { method: 'tools/call' } },
    calls: [
      {
        http: [503],
        errorCode: [null],
        resultType: [null],
        isError: [null],
        client: 'threw SdkHttpError CLIENT_HTTP_NOT_IMPLEMENTED',
        outcome: ['HTTP_ERROR'],
      },
      HEALTHY,
    ],
  },
  {
    scenario: 'jsonrpc_error',
    params: {},
    calls: [
      {
        http: [200],
        errorCode: [-32602],
        resultType: [null],
        isError: [null],
        client: 'threw ProtocolError -32602',
        outcome: ['JSONRPC_ERROR'],
      },
    ],
  },
  {
    scenario: 'tool_error',
    params: {},
    calls: [
      {
        http: [200],
        errorCode: [null],
        resultType: ['complete'],
        isError: [true],
        client: 'returned isError',
        outcome: ['TOOL_ERROR'],
      },
    ],
  },
  {
    scenario: 'input_required',
    params: {},
    calls: [
      {
        http: [200, 200],
        errorCode: [null, null],
        resultType: ['input_required', 'complete'],
        isError: [null, null],
        client: 'returned after 1 question',
        outcome: ['INPUT_REQUIRED', 'TOOL_SUCCESS'],
      },
    ],
  },
];
