import { describe, expect, it } from 'vitest';
import { kitchen } from './run-kitchen.js';

const VERBS = [
  'serve',
  'scenarios',
  'select',
  'selection',
  'sessions',
  'order',
  'end',
  'observe',
] as const;

/** Every option of the command, by verb. */
const SERVE_OPTIONS = [
  '--port',
  '--host',
  '--db',
  '--scenario',
  '--params',
  '--seed',
  '--scenarios',
  '--protocol',
  '--idle-timeout',
  '--max-body',
  '--record-cap',
  '--record-bytes',
  '--record-count',
  '--record-age',
  '--open-workspaces',
  '--allow-host',
  '--allow-origin',
  '--no-marks',
  '--admin-token',
  '--mcp-token',
  '--log-level',
  '--json',
];
const CLIENT_OPTIONS = ['--url', '--admin-token', '--workspace', '--json'];

describe('help', () => {
  it('lists every verb and the exit codes, and ends with 0', async () => {
    const { code, stdout } = await kitchen(['--help']);
    expect(code).toBe(0);
    for (const verb of VERBS) expect(stdout).toMatch(new RegExp(`^ {2}${verb}\\b`, 'm'));
    expect(stdout).toContain('Exit codes:');
  });

  it.each(VERBS)(
    'of %s has an example, the exit codes, and a variable for each option',
    async (verb) => {
      const { code, stdout } = await kitchen([verb, '--help']);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`Example:\\n {2}\\$ .*kitchen ${verb}`));
      expect(stdout).toContain('Exit codes:');
      for (const option of verb === 'serve' ? SERVE_OPTIONS : CLIENT_OPTIONS) {
        const variable = `KITCHEN_${option.slice(2).toUpperCase().replaceAll('-', '_')}`;
        expect(stdout).toContain(option);
        expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`env: ${variable}`);
      }
    },
  );

  it('is what the command without a verb shows, as wrong use', async () => {
    const { code, stdout, stderr } = await kitchen([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: kitchen');
  });

  it('knows its version', async () => {
    const { code, stdout } = await kitchen(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('wrong use ends with exit code 2 and one line that says what to do', () => {
  it.each([
    ['a misspelt verb', ['serv'], /unknown command 'serv' \(Did you mean serve\?\)/],
    [
      'a misspelt option',
      ['serve', '--prot', '1'],
      /unknown option '--prot' \(Did you mean --port\?\)/,
    ],
    ['a port beyond range', ['serve', '--port', '70000'], /--port .*'70000'.*0 to 65535/],
    ['a time without a unit', ['serve', '--idle-timeout', '5'], /--idle-timeout .*500ms/],
    ['a size that is none', ['serve', '--max-body', 'big'], /--max-body .*64KiB/],
    [
      'a log level that is none',
      ['serve', '--log-level', 'loud'],
      /error, warn, info, debug, silent/,
    ],
    ['params that are no JSON', ['serve', '--params', '{a:1}'], /--params .*no JSON/],
    ['params that are no object', ['select', 'baseline', '--params', '[]'], /JSON object/],
    [
      'a missing id',
      ['select'],
      /missing required argument 'ID': name a scenario; .*kitchen scenarios lists them/,
    ],
    ['an idle time of nothing', ['serve', '--idle-timeout', '0s'], /--idle-timeout .*from 1 to/],
    ['a body of nothing', ['serve', '--max-body', '0'], /--max-body .*from 1 to/],
    [
      'an origin that is none',
      ['serve', '--allow-origin', 'foo'],
      /--allow-origin .*scheme:\/\/host\[:port\]/,
    ],
    [
      'a host with a scheme',
      ['serve', '--allow-host', 'http://x'],
      /--allow-host .*bare name or address/,
    ],
    ['an empty token', ['serve', '--admin-token', ''], /--admin-token .*visible ASCII/],
    ['another empty token', ['serve', '--mcp-token='], /--mcp-token .*visible ASCII/],
    ['an empty token of a verb', ['selection', '--admin-token', ''], /--admin-token .*visible/],
    ['an address that is none', ['selection', '--url', 'localhost:4242'], /http address/],
    ['too many arguments', ['selection', 'extra'], /too many arguments/],
  ])('%s', async (_what, args, message) => {
    const { code, stdout, stderr } = await kitchen(args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('names the variable where the value came from one', async () => {
    const { code, stderr } = await kitchen(['serve'], {
      env: { KITCHEN_PORT: 'tcp://10.0.0.1:80' },
    });
    expect(stderr).toContain('KITCHEN_PORT');
    expect(code).toBe(2);
  });
});

describe('a kitchen that cannot be reached', () => {
  it('is started as the command was called', async () => {
    const { stderr } = await kitchen(['selection', '--url', 'http://127.0.0.1:1'], {
      env: { npm_lifecycle_event: 'npx' },
    });
    expect(stderr).toContain('"npx kitchen serve"');
  });

  it('ends with exit code 1 and says how to start one, without the token', async () => {
    const { code, stdout, stderr } = await kitchen(['selection', '--url', 'http://127.0.0.1:1'], {
      env: { KITCHEN_ADMIN_TOKEN: 'top-secret-token' },
    });
    expect(stderr).toMatch(/^error: .*127\.0\.0\.1:1.*kitchen serve/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('top-secret-token');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  it('still has its menu: scenarios reads the built-in ones and says so', async () => {
    const { code, stdout, stderr } = await kitchen(['scenarios', '--url', 'http://127.0.0.1:1']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http_status_sequence +transport/m);
    expect(stderr).toMatch(/no kitchen .*built-in/i);
  });
});
