/** Carries out a Dockerfile in a mount namespace of its own, then starts what it made, and looks at it. */
import assert from 'node:assert/strict';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Image, inStage, openStage, type Stage } from './image-stage.js';
import { type Instruction, readDockerfile } from './read-dockerfile.js';
import { run } from './run.js';
import { tryImage } from './try-image.js';

const [dockerfile = '', context = '', folder = ''] = process.argv.slice(2);

async function copy(
  { root, workdir }: Stage,
  { flags, text }: Instruction,
  stages: ReadonlyMap<string, Stage>,
): Promise<void> {
  assert.deepEqual(
    Object.keys(flags).filter((name) => name !== 'from'),
    [],
    'flags of COPY',
  );
  const words = text.split(/\s+/);
  const target = words.pop() ?? '';
  const from = flags['from'] === undefined ? context : stages.get(flags['from'])?.root;
  assert.ok(from, `there is no stage ${flags['from'] ?? ''}`);
  const inside = target.startsWith('/') ? target : join(workdir, target);
  for (const word of words) {
    const source = join(from, word);
    const isFolder = (await stat(source)).isDirectory();
    // A folder is copied as what is in it, a file into a folder whose name ends with a slash.
    const to = join(root, inside, !isFolder && target.endsWith('/') ? basename(word) : '');
    await mkdir(isFolder ? to : join(to, '..'), { recursive: true });
    await run('cp', ['--archive', isFolder ? `${source}/.` : source, to]);
  }
}

async function build(instructions: readonly Instruction[]): Promise<Image> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  let healthcheck: readonly string[] = [];
  const command = { ENTRYPOINT: [] as readonly string[], CMD: [] as readonly string[] };
  const volumes: string[] = [];
  for (const instruction of instructions) {
    const { keyword, text } = instruction;
    if (keyword === 'FROM') {
      const [, name = 'final'] = /^\S+ AS (\S+)$/i.exec(text) ?? [];
      stage = await openStage(join(folder, name), process.env);
      stages.set(name, stage);
      continue;
    }
    assert.ok(stage, `${keyword} comes before FROM`);
    if (keyword === 'WORKDIR') {
      stage.workdir = text;
      await mkdir(join(stage.root, text), { recursive: true });
    } else if (keyword === 'COPY') await copy(stage, instruction, stages);
    else if (keyword === 'RUN') await inStage(stage, ['sh', '-c', text]);
    else if (keyword === 'USER') stage.user = text;
    else if (keyword === 'ENV') {
      const pairs = text.split(/\s+/).map((pair) => pair.split('=', 2));
      stage.env = { ...stage.env, ...Object.fromEntries(pairs) };
    } else if (keyword === 'VOLUME') volumes.push(text);
    else if (keyword === 'HEALTHCHECK') healthcheck = execForm(text.replace(/^CMD\s+/, ''));
    else if (keyword === 'ENTRYPOINT' || keyword === 'CMD') command[keyword] = execForm(text);
    else assert.equal(keyword, 'EXPOSE', `${keyword} is not known here`);
  }
  assert.ok(stage, 'there is no FROM');
  return { stage, healthcheck, command: [...command.ENTRYPOINT, ...command.CMD], volumes };
}

function execForm(text: string): readonly string[] {
  return z.array(z.string()).min(1).parse(JSON.parse(text));
}

// Where layers are kept must not lie on the file system that they cover.
await run('mount', ['-t', 'tmpfs', 'tmpfs', folder]);
const image = await build(readDockerfile(await readFile(dockerfile, 'utf8')));
process.stdout.write(`${await tryImage(image)}\n`);
