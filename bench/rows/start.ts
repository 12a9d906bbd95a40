/** From the start of the process to the first answered call. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CALL } from '../requests.js';
import { milliseconds, type Row, times } from '../row.js';
import type { Scale } from '../scale.js';
import { ended } from '../server.js';
import { median } from '../statistics.js';
import type { WorkFolder } from '../work-folder.js';

const built = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export async function measureStart(scale: Scale, folder: WorkFolder): Promise<readonly Row[]> {
  const bare = [built('bench/servers/bare-mcp.js')];
  const kitchen: number[] = [];
  const other: number[] = [];
  // The first of each reads the files into memory, and is not counted.
  for (let start = -1; start < scale.starts; start += 1) {
    const db = folder.file(`start-${String(start)}.db`);
    const serve = ['serve', '--json', '--log-level', 'warn', '--port', '0', '--db', db];
    const one = await timeToFirstAnswer([built('src/cli/main.js'), ...serve]);
    const another = await timeToFirstAnswer(bare);
    if (start < 0) continue;
    kitchen.push(one);
    other.push(another);
  }
  const ratio = median(kitchen.map((ms, index) => ms / (other[index] ?? Number.NaN)));
  return [
    {
      what: 'start of the process to the first answered call, against the bare SDK',
      target: 'at most 1.3 ×',
      measured: `${times(ratio)} (${milliseconds(median(kitchen))})`,
      met: ratio <= 1.3,
      details: { kitchenMs: kitchen, bareMs: other },
    },
  ];
}

async function timeToFirstAnswer(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { url, mcpUrl = `${url ?? ''}${CALL.path}` } = JSON.parse(line) as {
        readonly url?: string;
        readonly mcpUrl?: string;
      };
      const { method, headers, body } = CALL;
      const answer = await fetch(mcpUrl, { method, headers, ...(body !== undefined && { body }) });
      await answer.text();
      if (!answer.ok) throw new Error(`The first answer is ${String(answer.status)}.`);
      return performance.now() - start;
    }
    throw new Error(`${args.join(' ')} ended before it listened.`);
  } finally {
    child.kill('SIGTERM');
    await ended(child);
  }
}
