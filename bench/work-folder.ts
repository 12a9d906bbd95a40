/** A folder for databases, gone when the bench ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkFolder {
  /** Path of a file in it. */
  file(name: string): string;
  remove(): void;
}

export function openWorkFolder(): WorkFolder {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-bench-'));
  return {
    file: (name) => join(folder, name),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
