/** Packs the package, and holds against its manifest what is inside. */
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { copyRepository } from './clean-copy.js';
import { run } from './run.js';
import { ownRuntime } from './runtimes.js';

const LARGEST_BYTES = 600 * 1024;

const manifest = z.object({
  name: z.string(),
  license: z.string(),
  bin: z.record(z.string(), z.string()),
  exports: z.record(
    z.string(),
    z.union([z.string(), z.object({ types: z.string(), default: z.string() })]),
  ),
  dependencies: z.record(z.string(), z.string()),
  peerDependencies: z.record(z.string(), z.string()),
});

/** Runs `npm pack` on a clean copy of the repository, and returns the path of the tarball. */
export async function pack(root: string, folder: string): Promise<string> {
  const copy = join(folder, 'repository');
  await copyRepository(root, copy);
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const target = join(folder, 'packed');
  await mkdir(target);
  await run('npm', ['pack', '--pack-destination', target], { cwd: copy, env: ownRuntime().env });
  const [tarball, ...others] = await readdir(target);
  assert.ok(tarball !== undefined && others.length === 0, 'npm pack made one file');
  return join(target, tarball);
}

/** Unpacks the tarball and checks its files; returns its size in words. */
export async function checkContents(
  tarball: string,
  root: string,
  folder: string,
): Promise<string> {
  await run('tar', ['-xzf', tarball, '-C', folder]);
  const unpacked = join(folder, 'package');
  const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1));
  const { license, bin, exports } = await readManifest(unpacked);

  assert.equal(license, 'MIT');
  const named = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : [target.types, target.default],
  );
  const scenarios = (await readdir(join(root, 'scenarios'))).filter((name) => name.includes('.'));
  const wanted = [
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    ...[...named, ...Object.values(bin)].map((path) => path.replace(/^\.\//, '')),
    ...scenarios.map((name) => `dist/scenarios/${builtName(name)}`),
  ];
  assert.deepEqual(
    wanted.filter((path) => !files.includes(path)),
    [],
    'files that are missing',
  );
  const allowed =
    /^(?:LICENSE|README\.md|CHANGELOG\.md|package\.json|dist\/(?:src|scenarios)\/.*)$/;
  const stray = /\.map$|\.test\.|(?<!\.d)\.ts$/;
  assert.deepEqual(
    files.filter((path) => !allowed.test(path) || stray.test(path)),
    [],
    'files that should not be there',
  );
  const { size } = await stat(tarball);
  assert.ok(size <= LARGEST_BYTES, `${kilobytes(size)} is more than ${kilobytes(LARGEST_BYTES)}`);
  const bytes = await Promise.all(files.map((path) => stat(join(unpacked, path))));
  const total = bytes.reduce((sum, each) => sum + each.size, 0);
  return `${String(files.length)} files, ${kilobytes(size)} packed, ${kilobytes(total)} unpacked`;
}

/** What the build makes of a file in `scenarios/`. */
function builtName(name: string): string {
  return name.replace(/\.ts$/, '.js').replace(/\.ya?ml$/, '.json');
}

/** Everything that is imported is a dependency, and every dependency is imported. */
export async function checkImports(folder: string): Promise<string> {
  const unpacked = join(folder, 'package');
  const { name, dependencies, peerDependencies } = await readManifest(unpacked);
  const files = await readdir(join(unpacked, 'dist'), { recursive: true });
  const used = new Set<string>();
  const undeclared = new Set<string>();
  for (const file of files.filter((path) => /\.(?:js|d\.ts)$/.test(path))) {
    for (const imported of importsIn(await readFile(join(unpacked, 'dist', file), 'utf8'))) {
      used.add(imported);
      const peers = file.startsWith('src/testing/vitest.') ? peerDependencies : {};
      if (imported !== name && !(imported in dependencies) && !(imported in peers)) {
        undeclared.add(`${imported} in ${file}`);
      }
    }
  }
  assert.deepEqual([...undeclared], [], 'imports that are no dependencies');
  const names = Object.keys(dependencies);
  assert.deepEqual(
    names.filter((each) => !used.has(each)),
    [],
    'dependencies that nothing imports',
  );
  return `${String(names.length)} dependencies`;
}

/** Names of the packages that a file imports. */
function importsIn(text: string): readonly string[] {
  const specifiers =
    /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])(?<from>[^'"]+)\1|\bimport\s*\(\s*(['"])(?<call>[^'"]+)\3|^\s*import\s*(['"])(?<bare>[^'"]+)\5/gm;
  return [...text.matchAll(specifiers)].flatMap(({ groups }) => {
    const specifier = groups?.['from'] ?? groups?.['call'] ?? groups?.['bare'] ?? '';
    if (specifier.startsWith('.') || isBuiltin(specifier)) return [];
    const parts = specifier.split('/');
    return [parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')];
  });
}

async function readManifest(folder: string): Promise<z.output<typeof manifest>> {
  return manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
}

function kilobytes(bytes: number): string {
  return `${String(Math.ceil(bytes / 1024))} KiB`;
}
