/** A folder for the files of one test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** It is removed, with all that is in it, when the test that asks for it has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
