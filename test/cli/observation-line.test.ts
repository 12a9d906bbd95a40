import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { formatObservation } from '../../src/cli/observation-line.js';
import { anObservation } from './observation-fixture.js';

const plain = picocolors.createColors(false);
const line = (...args: Parameters<typeof anObservation>): string =>
  formatObservation(anObservation(...args), plain);

describe('the line for an exchange', () => {
  it('shows time, number, session, message, answer and duration', () => {
    expect(line()).toMatch(
      /^\d\d:\d\d:07\.123 {2}#12 {2}4f2a91c0 {2}tools\/call echo {2}200 → TOOL_SUCCESS {2}3 ms$/,
    );
  });

  it('shows the injected fault, the error code and what the exchange repeats', () => {
    const text = line({
      fault: { kind: 'jsonrpc_error', code: -32602 },
      outcome: 'JSONRPC_ERROR',
      layer: 'protocol',
      errorCode: -32602,
      repeatOf: 11,
    });
    expect(text).toContain('200 → JSONRPC_ERROR -32602  fault jsonrpc_error  repeats #11  3 ms');
  });

  it('shows what the request itself broke', () => {
    const text = line({
      findings: [{ rule: 'C-HTTP-05', level: 'must', text: 'Accept names no event stream.' }],
    });
    expect(text).toMatch(/! C-HTTP-05 Accept names no event stream\.$/);
  });

  it('shows an exchange that is still open without an outcome', () => {
    const text = line({ state: 'open', durationMs: null, outcome: 'PENDING', layer: 'none' });
    expect(text).toMatch(/tools\/call echo {2}… open$/);
  });

  it('names the HTTP method where there is no JSON-RPC method, and why a request was refused', () => {
    const text = line({
      session: null,
      refused: 'forbidden_host',
      rpc: { kind: 'none', id: null, method: null, name: null },
      http: { method: 'GET', path: '/mcp', status: 403 },
      outcome: 'HTTP_ERROR',
      layer: 'transport',
    });
    expect(text).toContain('#12  -         GET /mcp  403 → HTTP_ERROR  refused: forbidden_host');
  });

  it('lets no client steer the terminal', () => {
    const text = line({
      rpc: {
        kind: 'request',
        id: '1',
        method: 'tools/call',
        name: '\u001B[2J\u0007' + 'x'.repeat(500),
      },
    });
    expect(text).not.toMatch(/\p{Cc}/u);
    expect(text).toContain('\\u{1b}[2J');
    expect(text.length).toBeLessThan(200);
  });

  it('colours by outcome only where colours are on', () => {
    const colored = formatObservation(anObservation(), picocolors.createColors(true));
    expect(colored).toContain('\u001B[32mTOOL_SUCCESS');
  });
});
