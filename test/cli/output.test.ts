import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { printable, shellQuote } from '../../src/cli/output.js';

describe('what the command prints', () => {
  it('quotes a value so that a shell hands it on unchanged', () => {
    const value = `{"message":"it's \\"$HOME\\" \`x\`"}`;
    const echoed = execFileSync('sh', ['-c', `printf %s ${shellQuote(value)}`], {
      encoding: 'utf8',
    });
    expect(echoed).toBe(value);
  });

  it('shows control characters, line ends and direction marks instead of sending them to the terminal', () => {
    expect(printable('a\u001B[31m\r\nb\u202E\u2028')).toBe(
      'a\\u{1b}[31m\\u{d}\\u{a}b\\u{202e}\\u{2028}',
    );
  });

  it('cuts what is too long', () => {
    expect(printable('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
    expect(printable('x'.repeat(60))).toBe('x'.repeat(60));
  });
});
