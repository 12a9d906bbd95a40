/** Copies the repository as a clone has it: what git tracks or would track, and no build. */
import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './run.js';

/** `isWanted` takes paths from the root, with slashes. */
export async function copyRepository(
  root: string,
  folder: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<void> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = (await run('git', args, { cwd: root })).split('\0');
  const paths = new Set(listed.filter((path) => path !== '' && isWanted(path)));
  for (const path of paths) {
    const from = join(root, path);
    if (!existsSync(from)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(from, join(folder, path));
  }
}
