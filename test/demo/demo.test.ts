import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the demonstration shows five scenarios, each as it must be, and ends with 0', async () => {
  const script = fileURLToPath(new URL('../../dist/test/demo/demo.js', import.meta.url));
  const child = spawn(process.execPath, [script]);
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  await once(child, 'close');

  const rows = stdout.split('\n').map((line) => line.split('│').map((cell) => cell.trim()));
  const row = (label: string): readonly string[] | undefined =>
    rows.find((cells) => cells[1] === label)?.slice(2, -1);
  expect(row('baseline')).toEqual(['200', '-', 'complete', '-', 'returned', 'TOOL_SUCCESS', '✓']);
  expect(row('http_status_sequence, call 1')).toEqual(
    expect.arrayContaining(['503', expect.stringContaining('threw SdkHttpError'), 'HTTP_ERROR']),
  );
  expect(row('http_status_sequence, call 2')).toEqual(
    expect.arrayContaining(['200', 'complete', 'returned', 'TOOL_SUCCESS']),
  );
  expect(row('jsonrpc_error')).toEqual(
    expect.arrayContaining(['-32602', expect.stringContaining('-32602'), 'JSONRPC_ERROR']),
  );
  expect(row('tool_error')).toEqual(
    expect.arrayContaining(['200', 'complete', 'true', 'returned isError', 'TOOL_ERROR']),
  );
  expect(row('input_required')).toEqual(
    expect.arrayContaining(['input_required', 'returned after 1 question', 'INPUT_REQUIRED']),
  );
  expect(stdout).not.toContain('✗');
  expect(stdout).toContain('All 6 rows are as they must be.');
  expect(child.exitCode).toBe(0);
});
