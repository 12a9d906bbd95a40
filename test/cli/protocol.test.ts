import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ServeOptions, serveOptions, toKitchenOptions } from '../../src/cli/serve-options.js';

function protocolOf(...args: string[]): unknown {
  const verb = new Command('serve').exitOverride().configureOutput({ writeErr: () => undefined });
  for (const each of serveOptions()) verb.addOption(each);
  return toKitchenOptions(verb.parse(args, { from: 'user' }).opts<ServeOptions>()).protocol;
}

describe('--protocol', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is both eras unless one is chosen', () => {
    expect(protocolOf()).toBe('both');
    for (const era of ['modern', 'legacy', 'both']) {
      expect(protocolOf('--protocol', era)).toBe(era);
    }
  });

  it('can be given as KITCHEN_PROTOCOL', () => {
    vi.stubEnv('KITCHEN_PROTOCOL', 'legacy');
    expect(protocolOf()).toBe('legacy');
  });

  it('takes nothing else', () => {
    expect(() => protocolOf('--protocol', '2025')).toThrow(
      'Allowed choices are modern, legacy, both',
    );
  });
});
