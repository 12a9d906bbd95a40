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
const details = {
  version: '1.2.3',
  mcpTokenNeeded: false,
  url: 'http://127.0.0.1:4242',
  otherMachines: null,
};
const plain = picocolors.createColors(false);

/** The JSON that a reader would paste. */
function clientConfiguration(banner: string): unknown {
  return JSON.parse(banner.slice(banner.indexOf('{'), banner.lastIndexOf('}') + 1));
}

describe('the banner of serve', () => {
  it('says where everything is, in at most fifteen lines', () => {
    const banner = formatBanner(
      { ...listening, adminToken: 'made-token' },
      { ...details, otherMachines: [] },
      plain,
    );
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

  it('aims its commands at this kitchen, and at no other', () => {
    expect(formatBanner(listening, details, plain)).not.toContain('--url');
    const url = 'http://127.0.0.1:5661';
    const banner = formatBanner(listening, { ...details, url }, plain);
    expect(banner).toMatch(
      /^Pick a fault: .*kitchen select \w+ --url http:\/\/127\.0\.0\.1:5661$/m,
    );
    expect(banner).toMatch(/^Watch: .*kitchen observe --follow --url http:\/\/127\.0\.0\.1:5661$/m);
  });

  it('says that the verbs need a token that was made', () => {
    const banner = formatBanner({ ...listening, adminToken: 'made-token' }, details, plain);
    expect(banner).toMatch(/made-token .*verbs need it: KITCHEN_ADMIN_TOKEN or --admin-token/);
  });

  it('says how other machines get in, where every address is bound', () => {
    const others = (otherMachines: readonly string[] | null): string =>
      formatBanner(listening, { ...details, otherMachines }, plain);
    expect(others([])).toMatch(/Others +http:\/\/NAME:4242\/mcp .*--allow-host NAME/);
    expect(others(['kitchen.local'])).toMatch(/Others +http:\/\/kitchen\.local:4242\/mcp /);
    expect(others(null)).not.toContain('Others');
  });
});
