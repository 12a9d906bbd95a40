/** Files that a scenario file puts into its answers: read once, from its own folder and nowhere else. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';

const MAX_BYTES = 10 * 1024 * 1024;

/** A file that cannot be put in, and where the script names it. */
export class IncludeError extends Error {
  override readonly name = 'IncludeError';
  constructor(
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(message);
  }
}

/**
 * `text: { file: page.html }` becomes the file's text, `base64: { file: icon.png }` its bytes.
 * @throws IncludeError
 */
export function includeFiles(
  value: unknown,
  scenarioFile: string,
  path: readonly (string | number)[] = [],
): unknown {
  if (Array.isArray(value)) {
    return value.map((member, index) => includeFiles(member, scenarioFile, [...path, index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const here = [...path, key];
      const file = fileNamed(member);
      if (file === null) return [key, includeFiles(member, scenarioFile, here)];
      const bytes = readInside(file, scenarioFile, here);
      return [key, key === 'base64' ? bytes.toString('base64') : asText(bytes, file, here)];
    }),
  );
}

function asText(bytes: Buffer, file: string, path: readonly (string | number)[]): string {
  if (!isUtf8(bytes)) {
    throw new IncludeError(path, `${file} is not UTF-8: bytes are put in by \`base64\``);
  }
  return bytes.toString('utf8');
}

function fileNamed(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('file' in value)) return null;
  return Object.keys(value).length === 1 && typeof value.file === 'string' ? value.file : null;
}

function readInside(
  file: string,
  scenarioFile: string,
  path: readonly (string | number)[],
): Buffer {
  const folder = realpathSync(dirname(scenarioFile));
  let real: string;
  try {
    // Links are followed first: what counts is where a file really is.
    real = realpathSync(resolve(folder, file));
  } catch {
    throw new IncludeError(path, `there is no file ${file} beside the scenario`);
  }
  if (!real.startsWith(folder + sep)) {
    throw new IncludeError(path, `${file} is outside the folder of the scenario`);
  }
  const { size, isFile } = inspect(real);
  if (!isFile) throw new IncludeError(path, `${file} is no file`);
  if (size > MAX_BYTES) {
    throw new IncludeError(path, `${file} is larger than ${String(MAX_BYTES)} bytes`);
  }
  return readFileSync(real);
}

function inspect(file: string): { readonly size: number; readonly isFile: boolean } {
  const stats = statSync(file);
  return { size: stats.size, isFile: stats.isFile() };
}
