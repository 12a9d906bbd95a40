import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connectClient } from './official-client.js';
import { kitchen, serve, type Run, type Serving } from './run-kitchen.js';

let serving: Serving;
beforeAll(async () => {
  serving = await serve();
});
afterAll(async () => {
  await serving.stop('SIGKILL');
});

const run = (...args: readonly string[]): Promise<Run> =>
  kitchen(args, { env: { KITCHEN_URL: serving.url } });

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
}

beforeEach(async () => {
  await run('end');
  await run('select', 'baseline');
});

describe('kitchen scenarios', () => {
  it('lists id, group and what goes wrong', async () => {
    const { code, stdout, stderr } = await run('scenarios');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Scenario +Group +What goes wrong$/m);
    expect(stdout).toMatch(/^tool_error +application +\S/m);
  });

  it('explains one: params with defaults, example, lesson, and a line that selects it', async () => {
    const { code, stdout } = await run('scenarios', 'http_status_sequence');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^statusCodes +\[503,200\] /m);
    expect(stdout).toMatch(/^Example/m);
    expect(stdout).toContain('kitchen select http_status_sequence --params ');
  });

  it('prints a line for selecting that a shell runs as it stands', async () => {
    const { stdout } = await run('scenarios', 'http_status_sequence');
    const line = stdout.split('\n').find((text) => text.includes('kitchen select')) ?? '';
    const shell = spawn('sh', ['-c', `kitchen() { printf '%s\\n' "$@"; }; ${line.trim()}`]);
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await once(shell, 'close');
    const [verb, id, option, params = ''] = printed.split('\n');
    expect([verb, id, option]).toEqual(['select', 'http_status_sequence', '--params']);
    expect(JSON.parse(params)).toEqual(
      (await json('scenarios', 'http_status_sequence'))['example'],
    );
  });

  it('suggests the id that was meant', async () => {
    const { code, stderr } = await run('scenarios', 'tool_eror');
    expect(stderr).toMatch(/^error: .*tool_eror.*tool_error/);
    expect(code).toBe(1);
  });

  it('prints JSON for machines', async () => {
    expect(await json('scenarios')).toMatchObject({
      scenarios: expect.arrayContaining([expect.objectContaining({ id: 'baseline' })]) as unknown,
    });
  });
});

describe('kitchen select and selection', () => {
  it('save, and say from when it holds', async () => {
    const { code, stdout } = await run(
      'select',
      'tool_error',
      '--params',
      '{"message":"Sold out"}',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Scenario +tool_error$/m);
    expect(stdout).toMatch(/^Revision +\d+$/m);
    expect(stdout).toContain('from the next session');
    const shown = await run('selection');
    expect(shown.stdout).toContain('Sold out');
  });

  it('tell of a method that MCP does not have, and save it all the same', async () => {
    const wrong = ['--params', '{"on":{"method":"tools/cal"}}'] as const;
    const hint = 'Hint: on.method: no MCP method tools/cal; did you mean tools/call?\n';
    const saved = await run('select', 'tool_error', ...wrong);
    expect([saved.code, saved.stderr]).toEqual([0, hint]);
    const ordered = await run('order', 'tool_error', ...wrong);
    expect([ordered.code, ordered.stderr]).toEqual([0, hint]);
    expect(ordered.stdout).toMatch(/^http\S+\/mcp\n$/);
    expect(await json('select', 'tool_error', ...wrong)).toMatchObject({
      hints: [expect.any(String)],
    });
  });

  it('take seed and what begins a new session', async () => {
    await run('select', 'baseline', '--seed', '42', '--new-session-on', 'idle');
    expect(await json('selection')).toMatchObject({ seed: 42, newSessionOn: 'idle' });
  });

  it('name the open sessions that still run on an older revision', async () => {
    const client = await connectClient(serving.listening.mcpUrl, 'still-here');
    const { stdout } = await run('select', 'tool_error');
    expect(stdout).toMatch(/older revision/);
    expect(stdout).toMatch(/^\w+ +still-here 1\.0\.0 +baseline/m);
    const ended = await run('select', 'tool_error', '--end-sessions');
    expect(ended.stdout).not.toContain('still-here');
    await client.close();
  });

  it('name commands as they were called, aimed at the same kitchen', async () => {
    const client = await connectClient(serving.listening.mcpUrl, 'still-there');
    const { stdout } = await kitchen(['select', 'tool_error', '--url', serving.url], {
      env: { npm_lifecycle_event: 'npx' },
    });
    expect(stdout).toContain(
      `(npx kitchen end --workspace default --url ${serving.url} ends them)`,
    );
    await client.close();
  });

  it('take the address that a client gets', async () => {
    const { code } = await kitchen(['selection', '--url', serving.listening.mcpUrl]);
    expect(code).toBe(0);
  });

  it('keep workspaces apart', async () => {
    await run('select', 'tool_error', '--workspace', 'team-a');
    expect(await json('selection', '--workspace', 'team-a')).toMatchObject({
      scenario: 'tool_error',
    });
    expect(await json('selection')).toMatchObject({ scenario: 'baseline' });
  });

  it('suggest the scenario that was meant', async () => {
    const { code, stderr } = await run('select', 'jsonrpc_eror');
    expect(stderr).toMatch(/^error: .*jsonrpc_eror.*jsonrpc_error/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('name the path of a wrong param', async () => {
    const { code, stderr } = await run('select', 'baseline', '--params', '{"delayMs":-1}');
    expect(stderr).toMatch(/^error: .*params\.delayMs/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(code).toBe(1);
  });

  it('refuse a key that hides', async () => {
    const { code, stderr } = await run('select', 'baseline', '--params', '{"__proto__":{}}');
    expect(stderr).toMatch(/^error: .*params\.__proto__: Unknown key/);
    expect(code).toBe(1);
  });

  it('say that a workspace does not exist', async () => {
    const { code, stderr } = await run('selection', '--workspace', 'nowhere');
    expect(stderr).toMatch(/^error: .*nowhere/);
    expect(code).toBe(1);
  });
});

describe('kitchen sessions and end', () => {
  it('list sessions, and end one by the start of its id', async () => {
    const client = await connectClient(serving.listening.mcpUrl, 'to-be-ended');
    const listed = await run('sessions', '--open');
    const short = /^(\w+) +to-be-ended/m.exec(listed.stdout)?.[1] ?? '';
    const { code, stdout } = await run('end', short);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${short}  ended\n` });
    expect((await run('sessions', '--open')).stdout).not.toContain('to-be-ended');
    expect((await run('sessions')).stdout).toMatch(/to-be-ended .* ended /);
    await client.close();
  });

  it('end all open sessions where none is named', async () => {
    const client = await connectClient(serving.listening.mcpUrl, 'one-of-all');
    const { sessions } = await json('end');
    expect(sessions).toEqual([expect.objectContaining({ endReason: 'ended' })]);
    expect((await run('end')).stdout).toBe('No session was open.\n');
    await client.close();
  });

  it('say that a session does not exist', async () => {
    const { code, stderr } = await run('end', 'nosuchsession');
    expect(stderr).toMatch(/^error: .*nosuchsession/);
    expect(code).toBe(1);
  });
});

describe('kitchen order', () => {
  it('prints nothing but the address of the session', async () => {
    const { code, stdout } = await run('order', 'tool_error', '--key', 'run-1');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${serving.url}/w/default/s/run-1/mcp\n`,
    });
    const client = await connectClient(stdout.trim());
    const result = await client.callTool({ name: 'echo', arguments: { text: 'x' } });
    expect(result.isError).toBe(true);
    await client.close();
  });

  it('says that a key is taken', async () => {
    await run('order', 'baseline', '--key', 'twice');
    const { code, stderr } = await run('order', 'baseline', '--key', 'twice');
    expect(stderr).toMatch(/^error: .*twice/);
    expect(code).toBe(1);
  });
});

describe('the admin token', () => {
  it('is sent, and never shown', async () => {
    const guarded = await serve(['--admin-token', 'the-right-one']);
    try {
      const call = (token: string): Promise<Run> =>
        kitchen(['selection', '--url', guarded.url, '--admin-token', token]);
      expect((await call('the-right-one')).code).toBe(0);
      const refused = await call('the-wrong-one');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/^error: The admin token is wrong.*--admin-token/);
      expect(refused.stderr).not.toContain('the-wrong-one');
      const missing = await kitchen(['selection', '--url', guarded.url]);
      expect(missing.stderr).toMatch(/^error: The kitchen asks for its admin token.*--admin-token/);
    } finally {
      await guarded.stop('SIGKILL');
    }
  });
});
