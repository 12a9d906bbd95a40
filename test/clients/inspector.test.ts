/** The Inspector's command line: its exit codes and its words, on healthy answers and on each fault. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kitchen } from '../../src/kitchen-options.js';
import { createKitchen } from '../../src/kitchen.js';
import type { Json } from '../support/mcp.js';

const LAUNCHER = fileURLToPath(
  new URL(
    '../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
);

interface Case {
  readonly scenario: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
}

const CALL = ['--method', 'tools/call', '--tool-name', 'run_scenario'];
const onCalls = { statusCodes: [503, 200], body: 'No soup', on: { method: 'tools/call' } };

const CASES = {
  initialize: { scenario: 'baseline', args: ['--method', 'initialize'] },
  list: { scenario: 'baseline', args: ['--method', 'tools/list'] },
  call: {
    scenario: 'baseline',
    args: ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hello'],
  },
  resource: {
    scenario: 'baseline',
    args: ['--method', 'resources/read', '--uri', 'kitchen://guide'],
  },
  prompt: {
    scenario: 'baseline',
    args: ['--method', 'prompts/get', '--prompt-name', 'check_connection'],
  },
  statusOnHandshake: { scenario: 'http_status_sequence', args: CALL },
  statusOnCall: { scenario: 'http_status_sequence', params: onCalls, args: CALL },
  jsonRpcError: {
    scenario: 'jsonrpc_error',
    params: { code: -32603, message: 'The kitchen is on fire' },
    args: CALL,
  },
  toolError: { scenario: 'tool_error', params: { message: 'No table is free.' }, args: CALL },
  inputRequired: { scenario: 'input_required', args: CALL },
} as const satisfies Record<string, Case>;

interface Run {
  readonly exitCode: number;
  /** What was printed, as JSON; undefined if nothing. */
  readonly printed: Json;
  /** The error on the last line of standard error. */
  readonly error: Json;
  /** The last exchange of the method that was asked for. */
  readonly exchange: string;
}

const runs = new Map<string, Run>();
let kitchen: Kitchen;
let storage: string;

// Each start takes seconds: all runs are made once, two at a time, each in an ordered session of its own.
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'kitchen-inspector-'));
  kitchen = await createKitchen({ port: 0, db: ':memory:' });
  const queue = Object.entries(CASES);
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      runs.set(next[0], await inspect(next[1]));
    }
  };
  await Promise.all([lane(), lane()]);
}, 180_000);

afterAll(async () => {
  await kitchen.close();
  await rm(storage, { recursive: true, force: true });
});

async function inspect({ scenario, params, args }: Case): Promise<Run> {
  const { id, url } = kitchen.order({ scenario, params });
  const always = ['--cli', url, '--protocol-era', 'modern', '--format', 'json'];
  const { code, stdout, stderr } = await new Promise<{
    code: number;
    stdout: string;
    stderr: string;
  }>((resolve) => {
    const env = { ...process.env, MCP_STORAGE_DIR: storage };
    const child = execFile(
      process.execPath,
      [LAUNCHER, ...always, ...args],
      { env, timeout: 60_000 },
      (_error, out, err) => {
        resolve({ code: child.exitCode ?? -1, stdout: out, stderr: err });
      },
    );
  });
  const last = kitchen
    .observations({ session: id })
    .find(({ rpc }) => rpc.method !== 'subscriptions/listen');
  return {
    exitCode: code,
    printed: parse(stdout),
    error: parse(stderr.trim().split('\n').at(-1) ?? '')?.error,
    exchange: `${last?.rpc.method ?? ''} ${last?.outcome ?? ''}`,
  };
}

function parse(text: string): Json {
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

function run(name: keyof typeof CASES): Run | undefined {
  return runs.get(name);
}

describe('the Inspector at a healthy server ends with 0', () => {
  it('after the handshake', () => {
    expect(run('initialize')).toMatchObject({
      exitCode: 0,
      printed: {
        result: { protocolVersion: '2026-07-28', serverInfo: { name: 'mcp-fault-kitchen' } },
      },
      exchange: 'server/discover RESULT',
    });
  });

  it('after listing the tools', () => {
    expect(run('list')).toMatchObject({ exitCode: 0, exchange: 'tools/list RESULT' });
    expect(run('list')?.printed.result.tools).toHaveLength(9);
  });

  it('after calling a tool with an argument', () => {
    expect(run('call')).toMatchObject({
      exitCode: 0,
      printed: { result: { content: [{ type: 'text', text: 'hello' }] } },
      exchange: 'tools/call TOOL_SUCCESS',
    });
  });

  it('after reading a resource', () => {
    expect(run('resource')).toMatchObject({
      exitCode: 0,
      printed: { result: { contents: [{ uri: 'kitchen://guide' }] } },
      exchange: 'resources/read RESULT',
    });
  });

  it('after getting a prompt', () => {
    expect(run('prompt')).toMatchObject({
      exitCode: 0,
      printed: { result: { messages: [{ role: 'user' }] } },
      exchange: 'prompts/get RESULT',
    });
  });
});

describe('the Inspector', () => {
  it('ends with 5 on a tool error, and prints it', () => {
    expect(run('toolError')).toMatchObject({
      exitCode: 5,
      printed: { result: { isError: true, content: [{ text: 'No table is free.' }] } },
      error: { code: 'tool_is_error' },
      exchange: 'tools/call TOOL_ERROR',
    });
  });

  it('ends with 1 on an HTTP status of the handshake, and names it', () => {
    expect(run('statusOnHandshake')).toMatchObject({
      exitCode: 1,
      printed: undefined,
      error: { status: 503, message: expect.stringContaining('HTTP 503') },
      exchange: 'server/discover HTTP_ERROR',
    });
  });

  it('ends with 1 on an HTTP status of the call, and shows status and body', () => {
    expect(run('statusOnCall')).toMatchObject({
      exitCode: 1,
      error: { status: 503, message: expect.stringContaining('No soup') },
      exchange: 'tools/call HTTP_ERROR',
    });
  });

  it('ends with 1 on a JSON-RPC error, and shows its message', () => {
    expect(run('jsonRpcError')).toMatchObject({
      exitCode: 1,
      error: { message: 'The kitchen is on fire' },
      exchange: 'tools/call JSONRPC_ERROR',
    });
  });

  it('is refused a call that needs input, since it declares no elicitation', () => {
    expect(run('inputRequired')).toMatchObject({
      exitCode: 1,
      error: { message: expect.stringContaining('capabilities') },
      exchange: 'tools/call JSONRPC_ERROR',
    });
    expect(kitchen.observations({ fault: 'input_required' })).toMatchObject([
      { errorCode: -32021, http: { status: 400 } },
    ]);
  });
});
