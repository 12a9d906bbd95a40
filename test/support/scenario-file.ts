/** A scenario file of a user's own, in a folder that goes when the test is over. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes `ID.js` with the hooks given as source text, and returns the folder. */
export async function scenarioFile(id: string, hooks: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kitchen-scenarios-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const text = `import { defineScenario, z } from 'mcp-fault-kitchen';
export default defineScenario({
  id: '${id}', title: 'T', group: 'protocol', summary: 'S.', lesson: 'L', example: {},
  params: z.strictObject({}),
  ${hooks}
});
`;
  await writeFile(join(folder, `${id}.js`), text);
  return folder;
}
