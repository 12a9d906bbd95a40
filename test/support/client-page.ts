/** The page about real clients: a row for each, which the tests of that client hold to what they see. */
import { readFile } from 'node:fs/promises';
import { readPage } from '../readme/read-page.js';

const ROOT = new URL('../../', import.meta.url);

/** The cells of a client's row by the head of their column. */
export async function clientRow(
  packageName: string,
  mode?: string,
): Promise<Readonly<Record<string, string>>> {
  const page = await readFile(new URL('docs/clients.md', ROOT), 'utf8');
  const [table] = readPage(page).tables;
  const label = clientLabel(packageName, mode);
  const row = table?.rows.find(([first]) => first === label);
  if (table === undefined || row === undefined) throw new Error(`docs/clients.md lacks ${label}.`);
  return Object.fromEntries(table.head.map((name, index) => [name, row[index] ?? '']));
}

export function clientLabel(packageName: string, mode?: string): string {
  return `\`${packageName}\`${mode === undefined ? '' : `, ${mode}`}`;
}

/** The version that is installed. */
export async function installedVersion(packageName: string): Promise<string> {
  const file = new URL(`node_modules/${packageName}/package.json`, ROOT);
  const { version }: { version: string } = JSON.parse(await readFile(file, 'utf8'));
  return version;
}
