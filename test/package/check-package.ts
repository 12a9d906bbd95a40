/**
 * Packs the package, installs it alone in an empty folder, and uses it there as its readers do, under each supported
 * version of Node; then follows the Dockerfile. Prints what it could not do here, and why.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkImage, whyNoImage } from './docker-image.js';
import { becomeExample, checkExample, checkTypes } from './example.js';
import { checkContents, checkImports, pack } from './pack.js';
import { openReport, type Report } from './report.js';
import { run } from './run.js';
import { fetchRuntime, ownRuntime, type Runtime, whyNoOtherRuntime } from './runtimes.js';
import { checkServe } from './serve-installed.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HERE = join(ROOT, 'test/package');
const OTHER_MAJORS = [22, 24];
/** Of the Dockerfile's base image. */
const IMAGE_MAJOR = 24;

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
    await run('npm', ['install', tarball], { cwd: folder, env });
    const packages = await run('npm', ['ls', '--all', '--parseable'], { cwd: folder, env });
    const size = await run('du', ['-sh', 'node_modules'], { cwd: folder });
    const count = packages.trim().split('\n').length - 1;
    return `${String(count)} packages, ${size.split('\t')[0] ?? ''} with the build of SQLite`;
  });
  if (installed === null) return;
  await report.check(named("npx kitchen serve, with a user's scenario"), () =>
    checkServe(runtime, folder, join(folder, '../own-scenarios')),
  );
  const example = await report.check(named('install the example project'), () =>
    becomeExample(runtime, folder, join(HERE, 'example-project')),
  );
  if (example === null) return;
  await report.check(named('types'), () => checkTypes(runtime, folder, join(HERE, 'consumer.ts')));
  await report.check(named('the example project'), () => checkExample(runtime, folder));
}

const report = openReport((line) => {
  process.stdout.write(`${line}\n`);
});
const work = await mkdtemp(join(tmpdir(), 'kitchen-package-'));
try {
  await run('cp', ['-r', join(HERE, 'own-scenarios'), work]);
  const runtimes = [ownRuntime()];
  const noOthers = whyNoOtherRuntime();
  if (noOthers !== null) report.skip(`Node ${OTHER_MAJORS.join(' and ')}`, noOthers);
  else {
    for (const major of OTHER_MAJORS) {
      if (runtimes.some(({ version }) => version.startsWith(`${String(major)}.`))) continue;
      await report.check(`fetch Node ${String(major)}`, async () => {
        const runtime = await fetchRuntime(major, join(work, `node-${String(major)}`));
        runtimes.push(runtime);
        return runtime.version;
      });
    }
  }
  const tarball = await report.check('npm pack', () => pack(ROOT, work));
  if (tarball !== null) {
    await report.check('contents', () => checkContents(tarball, ROOT, work));
    await report.check('imports', () => checkImports(work));
    for (const runtime of runtimes) {
      await checkInstalled(report, runtime, tarball, join(work, `with-${runtime.version}`));
    }
  }
  const ofImage = runtimes.find(({ version }) => version.startsWith(`${String(IMAGE_MAJOR)}.`));
  const noImage = ofImage === undefined ? `there is no Node ${String(IMAGE_MAJOR)}` : whyNoImage();
  if (ofImage === undefined || noImage !== null) report.skip('the Dockerfile', noImage ?? '');
  else await report.check('the Dockerfile', () => checkImage(ROOT, join(work, 'image'), ofImage));
} finally {
  await rm(work, { recursive: true, force: true });
}
process.exitCode = report.close() ? 0 : 1;
