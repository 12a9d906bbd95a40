import { readFile, writeFile } from 'node:fs/promises';
import { it } from 'vitest';
import { readPage, readSteps, writeSteps } from './read-page.js';
import { openWorkbench } from './workbench.js';
it('fills', async () => {
  let page = await readFile('README.md', 'utf8');
  const b = await openWorkbench();
  try {
    const { fences } = readPage(page);
    for (const f of fences) { const n = /^\/\/ (\S+)\n/.exec(f.code)?.[1]; if (n) await b.save(n, f.code); }
    for (const f of fences.filter((x) => x.language === 'console')) {
      const done = await b.run(readSteps(f.code));
      page = page.replace('```console\n' + f.code, () => '```console\n' + writeSteps(done));
    }
    await writeFile(process.env['OUT'] ?? 'README.md', page);
  } finally { await b.close(); }
}, 120000);
