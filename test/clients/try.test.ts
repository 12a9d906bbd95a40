import { it } from 'vitest';
import { testKitchen } from '../support/kitchen.js';
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
const L = new URL('../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', import.meta.url).pathname;
function run(url: string, args: string[]) {
  return new Promise<string>((res) => {
    const t = Date.now();
    const c = spawn(process.execPath, [L, '--cli', url, '--protocol-era', 'modern', '--format', 'json', '--connect-timeout', '8000', ...args], { env: { ...process.env, MCP_STORAGE_DIR: mkdtempSync('/tmp/insp-') } });
    let o = '', e = '';
    c.stdout.on('data', (d) => (o += d)); c.stderr.on('data', (d) => (e += d));
    c.on('close', (code) => res(`exit ${code} in ${Date.now() - t}ms\nOUT ${o.slice(0, 600)}\nERR ${e.slice(-700)}`));
  });
}
it('x', async () => {
  const k = await testKitchen();
  const o = (scenario: string, params: any = {}) => k.order({ scenario, params }).url;
  const call = ['--method', 'tools/call', '--tool-name', 'run_scenario'];
  const jobs: [string, string, string[]][] = [
    ['init', o('baseline'), ['--method', 'initialize']],
    ['list', o('baseline'), ['--method', 'tools/list']],
    ['echo', o('baseline'), ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hi']],
    ['res', o('baseline'), ['--method', 'resources/read', '--uri', 'kitchen://guide']],
    ['prompt', o('baseline'), ['--method', 'prompts/get', '--prompt-name', 'check_connection']],
    ['te', o('tool_error', { message: 'No soup.' }), call],
    ['http call', o('http_status_sequence', { statusCodes: [503, 200], body: 'No soup.', on: { method: 'tools/call' } }), call],
    ['http hs', o('http_status_sequence', { statusCodes: [503, 200], body: 'No soup.' }), call],
    ['rpc', o('jsonrpc_error', { code: -32603, message: 'Fire' }), call],
    ['ir', o('input_required'), call],
  ];
  for (let i = 0; i < jobs.length; i += 2)
    await Promise.all(jobs.slice(i, i + 2).map(async ([l, u, a]) => { const r = await run(u, a); console.log('### ' + l, r); }));
  console.log(k.observations({ after: 0, limit: 500 }).map(x => [x.session, x.rpc.method, x.rpc.name, x.http.status, x.outcome, x.errorCode, x.closedBy].join(' ')).join('\n'));
}, 200000);
