import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readDockerfile } from './read-dockerfile.js';

describe('a Dockerfile', () => {
  it('is read as instructions, without comments, with continued lines in one', () => {
    const text = [
      '# a comment',
      'FROM node:24 AS build',
      '',
      'COPY --from=build --chown=node:node /a ./b',
      'HEALTHCHECK --interval=10s \\',
      '  # not part of it',
      '  CMD ["node", "-e", "1 # 2"]',
      'run echo hi',
    ].join('\n');
    expect(readDockerfile(text)).toEqual([
      { keyword: 'FROM', flags: {}, text: 'node:24 AS build' },
      { keyword: 'COPY', flags: { from: 'build', chown: 'node:node' }, text: '/a ./b' },
      {
        keyword: 'HEALTHCHECK',
        flags: { interval: '10s' },
        text: 'CMD ["node", "-e", "1 # 2"]',
      },
      { keyword: 'RUN', flags: {}, text: 'echo hi' },
    ]);
  });

  it('of this repository keeps its promises', async () => {
    const text = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');
    const instructions = readDockerfile(text);
    const last = (keyword: string): string | undefined =>
      instructions.findLast((instruction) => instruction.keyword === keyword)?.text;
    expect(last('USER')).toBe('node');
    expect(last('VOLUME')).toBe('/data');
    expect(last('EXPOSE')).toBe('4242');
    expect(last('ENV')).toContain('KITCHEN_HOST=0.0.0.0');
    expect(last('HEALTHCHECK')).toContain('/api/health');
  });
});
