/** A scenario file of a user's own, in a folder that goes when the test is over. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.js';

/** Writes `ID.js` with the hooks given as source text, and returns the folder. */
export async function scenarioFile(id: string, hooks: string): Promise<string> {
  const folder = temporaryFolder();
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
