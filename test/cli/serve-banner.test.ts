import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { formatBanner } from '../../src/cli/serve-banner.js';

const listening = {
  port: 4242,
  mcpUrl: 'http://127.0.0.1:4242/mcp',
  apiUrl: 'http://127.0.0.1:4242/api',
  db: '/tmp/kitchen.db',
  scenario: 'baseline',
};
const details = { version: '1.2.3', mcpTokenNeeded: false, command: 'kitchen' };
const plain = picocolors.createColors(false);

/** The JSON that a reader would paste. */
function clientConfiguration(banner: string): unknown {
  return JSON.parse(banner.slice(banner.indexOf('{'), banner.lastIndexOf('}') + 1));
}

describe('the banner of serve', () => {
  it('says where everything is, in at most fifteen lines', () => {
    const banner = formatBanner({ ...listening, adminToken: 'made-token' }, details, plain);
    expect(banner.split('\n').length).toBeLessThanOrEqual(15);
    for (const part of [...Object.values(listening).slice(1), 'made-token']) {
      expect(banner).toContain(part);
    }
  });

  it('holds a client configuration that parses', () => {
    expect(clientConfiguration(formatBanner(listening, details, plain))).toEqual({
      mcpServers: { 'fault-kitchen': { type: 'http', url: listening.mcpUrl } },
    });
  });

  it('shows where the MCP token goes', () => {
    const banner = formatBanner(listening, { ...details, mcpTokenNeeded: true }, plain);
    expect(clientConfiguration(banner)).toMatchObject({
      mcpServers: { 'fault-kitchen': { headers: { Authorization: 'Bearer YOUR_MCP_TOKEN' } } },
    });
  });
});
