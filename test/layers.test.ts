import { readdir, readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface Import {
  /** Path of the importing file from the root, with slashes. */
  readonly file: string;
  /** What is imported: a path from the root for a file, `node:…` for a built-in module, else the package. */
  readonly target: string;
}

/** Static imports and re-exports, `import()` and `require()` of a literal. */
const IMPORTS =
  /(?:\bfrom\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|^\s*import\s+)(?<quote>['"])(?<target>[^'"]+)\k<quote>/gm;

export function importsIn(file: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORTS)].map((match) => {
    const target = match.groups?.['target'] ?? '';
    if (target.startsWith('.')) {
      return { file, target: posix.join(posix.dirname(file), target).replace(/\.js$/, '.ts') };
    }
    return { file, target: isBuiltin(target) ? `node:${target.replace(/^node:/, '')}` : target };
  });
}

async function readImports(folder: string): Promise<readonly Import[]> {
  const names = await readdir(`${ROOT}${folder}`, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
  const texts = await Promise.all(files.map((file) => readFile(`${ROOT}${file}`, 'utf8')));
  return texts.flatMap((text, index) => importsIn(files[index]!.replaceAll('\\', '/'), text));
}

const imports = [...(await readImports('src')), ...(await readImports('scenarios'))];

const show = ({ file, target }: Import): string => `${file} imports ${target}`;
const inFolder = (path: string, ...folders: string[]): boolean =>
  folders.some((folder) => path.startsWith(`${folder}/`));

describe('the layers', () => {
  it('are read from real import statements', () => {
    const text = [
      "import type { A } from '../wire/wire.js';",
      "import {\n  b,\n} from 'net';",
      "export * from './c.js';",
      "import 'side-effect';",
      "const d = await import('node:http');",
      "const e = require('better-sqlite3');",
    ].join('\n');
    expect(importsIn('src/x/y.ts', text).map(({ target }) => target)).toEqual([
      'src/wire/wire.ts',
      'node:net',
      'src/x/c.ts',
      'side-effect',
      'node:http',
      'better-sqlite3',
    ]);
    expect(imports.length).toBeGreaterThan(50);
  });

  it('let scenarios import from the package, and from a folder of their own, alone', () => {
    const ownFolder = (file: string): string =>
      file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');
    const strangers = imports.filter(
      ({ file, target }) =>
        inFolder(file, 'scenarios') &&
        target !== 'mcp-fault-kitchen' &&
        !inFolder(target, ownFolder(file)),
    );
    expect(strangers.map(show)).toEqual([]);
  });

  it('let only the wire and the command know sockets', () => {
    const sockets = /^node:(?:net|http|https|http2|tls|dgram)$/;
    const strangers = imports.filter(
      ({ file, target }) => sockets.test(target) && !inFolder(file, 'src/wire', 'src/cli'),
    );
    expect(strangers.map(show)).toEqual([]);
  });

  it('let only the store know SQLite', () => {
    const strangers = imports.filter(
      ({ file, target }) => target === 'better-sqlite3' && !inFolder(file, 'src/store'),
    );
    expect(strangers.map(show)).toEqual([]);
  });

  it('keep the way of an exchange, and all of src, free of any one scenario', () => {
    const strangers = imports.filter(
      ({ file, target }) => inFolder(file, 'src') && inFolder(target, 'scenarios'),
    );
    expect(strangers.map(show)).toEqual([]);
  });

  it('let nothing of the product depend on its tests', () => {
    const strangers = imports.filter(({ target }) => inFolder(target, 'test'));
    expect(strangers.map(show)).toEqual([]);
  });
});
