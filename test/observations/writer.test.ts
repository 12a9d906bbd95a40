import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.js';
import { testKitchen } from '../support/kitchen.js';
import { callTool } from '../support/mcp.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('recording', () => {
  it('does not write before its moment, and reads what waits all the same', async () => {
    const clock = new FakeClock();
    const kitchen = await testKitchen({ clock });
    await callTool(kitchen, 'echo', { text: 'x' });
    expect(kitchen.observations()).toHaveLength(1);
  });

  it('shows an exchange as finished, and forgets it, as soon as it is over', async () => {
    const kitchen = await testKitchen();
    await callTool(kitchen, 'echo', { text: 'x' });
    expect(kitchen.observations()[0]?.state).toBe('finished');
    await callTool(kitchen, 'echo', { text: 'y' });
    kitchen.service.clearObservations('default');
    await new Promise((resolve) => setImmediate(resolve));
    expect(kitchen.observations()).toEqual([]);
  });

  it('goes on when the database file vanishes, and health says so', async () => {
    const path = temporaryFolder();
    const db = join(path, 'kitchen.db');
    const kitchen = await testKitchen({ db });
    await callTool(kitchen, 'echo', { text: 'x' });
    expect(kitchen.service.health()).toMatchObject({ status: 'ok', problems: [] });
    await rename(db, join(path, 'moved.db'));
    expect((await callTool(kitchen, 'echo', { text: 'x' })).status).toBe(200);
    const { status, problems } = kitchen.service.health();
    expect(status).toBe('degraded');
    expect(problems.join(' ')).toContain('kitchen.db');
  });

  it('goes on counting where it was closed', async () => {
    const path = temporaryFolder();
    const db = join(path, 'kitchen.db');
    const first = await testKitchen({ db });
    const before = await callTool(first, 'echo', { text: 'x' });
    await first.close();
    const second = await testKitchen({ db });
    const after = await callTool(second, 'echo', { text: 'x' });
    const [one, two] = [before, after].map(({ headers }) =>
      Number(headers.get('kitchen-exchange')),
    );
    expect(two).toBeGreaterThan(one ?? Infinity);
  });

  it('keeps selections, sessions and observations over a restart', async () => {
    const path = temporaryFolder();
    const db = join(path, 'kitchen.db');
    const first = await testKitchen({ db });
    first.select({ scenario: 'tool_error', params: { message: 'kept' }, seed: 7 });
    const answer = await callTool(first, 'echo', { text: 'x' });
    await first.close();
    const second = await testKitchen({ db });
    expect(second.service.selection('default')).toMatchObject({
      scenario: 'tool_error',
      params: { message: 'kept' },
      seed: 7,
      revision: 1,
    });
    expect(second.observations()[0]).toMatchObject({ outcome: 'TOOL_ERROR', state: 'finished' });
    const session = answer.headers.get('kitchen-session') ?? '';
    expect(second.service.session('default', session).endReason).toBe('shutdown');
    expect((await callTool(second, 'echo', { text: 'x' })).json.result.content[0].text).toBe(
      'kept',
    );
  });
});

describe('numbers', () => {
  it('go on in the file where a clean close left them', async () => {
    const db = join(temporaryFolder(), 'kitchen.db');
    const numbers: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const kitchen = await testKitchen({ db });
      const { headers } = await callTool(kitchen, 'echo', { text: 'x' });
      numbers.push(Number(headers.get('kitchen-exchange')));
      await kitchen.close();
    }
    expect(numbers).toEqual([1, 2, 3]);
  });
});
