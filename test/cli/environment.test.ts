import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { settleEnvironment } from '../../src/cli/environment.js';
import { option } from '../../src/cli/options.js';

function settled(env: Record<string, string>): NodeJS.ProcessEnv {
  const verb = new Command('verb')
    .addOption(option('--port <PORT>', 'a value'))
    .addOption(option('--open-workspaces', 'a flag'))
    .addOption(option('--no-marks', 'a negated flag'));
  const copy = { ...env };
  settleEnvironment(verb, copy);
  return copy;
}

describe('variables of the environment', () => {
  it('count as unset where they are empty', () => {
    expect(settled({ KITCHEN_PORT: '', KITCHEN_OPEN_WORKSPACES: ' ' })).toEqual({});
  });

  it.each(['0', 'false', 'no', 'OFF'])('do not set a flag with %s', (value) => {
    expect(settled({ KITCHEN_OPEN_WORKSPACES: value, KITCHEN_NO_MARKS: value })).toEqual({});
  });

  it('keep what sets a flag, values, and the variables of others', () => {
    const env = { KITCHEN_OPEN_WORKSPACES: 'Yes', KITCHEN_PORT: '0', OTHER: '' };
    expect(settled(env)).toEqual(env);
  });

  it('are refused where a flag is neither yes nor no', () => {
    expect(() => settled({ KITCHEN_NO_MARKS: 'maybe' })).toThrow(
      'KITCHEN_NO_MARKS (--no-marks) is neither yes nor no; give 1 or 0.',
    );
  });
});
