/** A temporary folder of scenario files, gone after the test. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.js';

/** Writes the files (contents by name) and returns the folder's path. */
export async function scenarioFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The text of a scenario in plain JavaScript; `changes` are members that replace those of a sound one. */
export function scenarioText(id: string, changes: Readonly<Record<string, string>> = {}): string {
  const members = {
    id: JSON.stringify(id),
    title: "'Title'",
    group: "'protocol'",
    summary: "'Summary.'",
    lesson: "'Lesson.'",
    example: '{}',
    params: "z.strictObject({ n: z.int().default(1).describe('A number.') })",
    onRequest: "() => ({ kind: 'http_status', status: 418 })",
    ...changes,
  };
  const lines = Object.entries(members).map(([name, value]) => `  ${name}: ${value},\n`);
  return `import { defineScenario, z } from 'mcp-fault-kitchen';\n\nexport default defineScenario({\n${lines.join('')}});\n`;
}
