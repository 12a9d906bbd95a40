/**
 * Packs the package, installs it alone in an empty folder, and uses it there as its readers do, under each supported
 * version of Node; then follows the Dockerfile. Prints what it could not do here, and why.
 */
import { rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImage, imageMajor, whyNoImage } from './docker-image.js';
import { becomeExample, checkExample, checkTypes } from './example.js';
import { checkContents, checkImports, pack } from './pack.js';
import { openReport, type Report } from './report.js';
import { run } from './run.js';
import { fetchRuntime, ownRuntime, type Runtime, whyNoOtherRuntime } from './runtimes.js';
import { checkServe } from './serve-installed.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HERE = join(ROOT, 'test/package');
const OTHER_MAJORS = [22, 24];
/** Longest wait for three builds of SQLite side by side. */
const COMPILING_MS = 900_000;

async function checkInstalled(
  report: Report,
  runtime: Runtime,
  tarball: string,
  folder: string,
): Promise<void> {
  const named = (title: string): string => `Node ${runtime.version}: ${title}`;
  const { env } = runtime;
  const installed = await report.check(named('npm init and npm install'), async () => {
    await mkdir(folder);
    await run('npm', ['init', '-y'], { cwd: folder, env });
    await run('npm', ['install', tarball], { cwd: folder, env, timeoutMs: COMPILING_MS });
    const packages = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder, env });
    const size = await run('du', ['-sh', 'node_modules'], { cwd: folder });
    const count = packages.trim().split('\n').length - 1;
    return `${String(count)} packages, ${size.split('\t')[0] ?? ''} with the build of SQLite`;
  });
  if (installed === null) return;
  await report.check(named("npx kitchen serve, with a user's scenario"), () =>
    checkServe(runtime, folder, join(folder, '../own-scenarios')),
  );
  await report.check(named('a test under node:test'), async () => {
    await cp(join(HERE, 'node-runner.mjs'), join(folder, 'node-runner.mjs'));
    await run('node', ['--test', 'node-runner.mjs'], { cwd: folder, env });
    return undefined;
  });
  const example = await report.check(named('install the example project'), () =>
    becomeExample(runtime, folder, join(HERE, 'example-project')),
  );
  if (example === null) return;
  await report.check(named('types'), () => checkTypes(runtime, folder, join(HERE, 'consumer.ts')));
  await report.check(named('the example project'), () => checkExample(runtime, folder));
}

async function checkAll(report: Report, work: string): Promise<void> {
  await cp(join(HERE, 'own-scenarios'), join(work, 'own-scenarios'), { recursive: true });
  // What `npm init -y` of npm 11 makes of the folder of a project.
  await writeFile(join(work, 'own-scenarios/package.json'), '{ "type": "commonjs" }\n');
  const runtimes = await findRuntimes(report, work);
  const tarball = await report.check('npm pack', () => pack(ROOT, work));
  if (tarball === null) return;
  await report.check('contents', () => checkContents(tarball, ROOT, work));
  await report.check('imports', () => checkImports(work));
  // Side by side: most of the time each compiles SQLite, on one processor.
  await Promise.all(
    runtimes.map((runtime) =>
      checkInstalled(report, runtime, tarball, join(work, `with-${runtime.version}`)),
    ),
  );
  const major = await imageMajor(ROOT);
  const ofImage = runtimes.find((runtime) => isOfMajor(runtime, major));
  const reason = whyNoImage() ?? `Node ${String(major)}, its base, is not here`;
  if (ofImage === undefined || whyNoImage() !== null) report.skip('the Dockerfile', reason);
  else await report.check('the Dockerfile', () => checkImage(ROOT, join(work, 'image'), ofImage));
}

/** The running Node, and the others where they can be had. */
async function findRuntimes(report: Report, work: string): Promise<readonly Runtime[]> {
  const own = ownRuntime();
  const runtimes = [own];
  const reason = whyNoOtherRuntime();
  for (const major of OTHER_MAJORS.filter((each) => !isOfMajor(own, each))) {
    const title = `Node ${String(major)}`;
    if (reason !== null) report.skip(title, reason);
    else {
      await report.check(title, async () => {
        const runtime = await fetchRuntime(major, join(work, `node-${String(major)}`));
        runtimes.push(runtime);
        return runtime.version;
      });
    }
  }
  return runtimes;
}

function isOfMajor({ version }: Runtime, major: number): boolean {
  return version.startsWith(`${String(major)}.`);
}

const report = openReport((line) => {
  process.stdout.write(`${line}\n`);
});
const work = await mkdtemp(join(tmpdir(), 'kitchen-package-'));
const cleanUp = (): void => rmSync(work, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });
}
try {
  // The image's user finds its Node in there.
  await chmod(work, 0o755);
  await checkAll(report, work);
} finally {
  cleanUp();
}
process.exitCode = report.close() ? 0 : 1;
