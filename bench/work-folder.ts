/** A folder for databases and whatever else servers leave behind, gone when the bench ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WorkFolder {
  readonly path: string;
  /** Path of a file in it. */
  file(name: string): string;
  remove(): void;
}

export function openWorkFolder(): WorkFolder {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-bench-'));
  return {
    path: folder,
    file: (name) => join(folder, name),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
