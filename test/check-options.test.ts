import { describe, expect, it } from 'vitest';
import { checkOptions } from '../src/check-options.js';
import { StartError, type KitchenOptions } from '../src/kitchen-options.js';
import { createKitchen } from '../src/kitchen.js';

/** What the check says; options as a program without types may give them. */
function refusal(options: object): string | null {
  try {
    checkOptions({ ...options });
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

describe('the options of a kitchen', () => {
  it('are refused by the kitchen itself, before it touches anything', async () => {
    const options: KitchenOptions & { readonly bogus: number } = { port: 0, bogus: 1 };
    await expect(createKitchen(options)).rejects.toThrow(StartError);
  });

  it('may all be left out, or be undefined', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({ port: undefined, adminToken: undefined, retention: undefined })).toBeNull();
  });

  it.each([
    [{ prot: 1 }, 'There is no option prot. Did you mean port?'],
    [{ bogus: 1 }, /^There is no option bogus\. These exist: port, host, .*, clock\.$/],
    [{ retention: { maxAge: 1 } }, 'There is no option retention.maxAge. Did you mean maxAgeMs?'],
    [{ port: 65_536 }, 'Option port: Give a whole number from 0 to 65535.'],
    [{ port: '4242' }, 'Option port: Give a whole number from 0 to 65535.'],
    [{ host: '' }, 'Option host: Give a text that is not empty.'],
    [{ seed: -1 }, 'Option seed: Give a whole number from 0 to 4294967295.'],
    [{ params: [] }, 'Option params: Give an object.'],
    [
      { idleTimeoutMs: 0 },
      /^Option idleTimeoutMs: Give a whole number from 1 to \d+ milliseconds\.$/,
    ],
    [{ maxBodyBytes: 0 }, /^Option maxBodyBytes: Give a whole number from 1 to \d+ bytes\.$/],
    [{ recordCapBytes: -1 }, /^Option recordCapBytes: .* from 0 to /],
    [{ retention: { perWorkspace: 0 } }, /^Option retention\.perWorkspace: .* from 1 to /],
    [{ protocol: 'old' }, 'Option protocol: Give one of modern, legacy, both.'],
    [{ marks: 'no' }, 'Option marks: Give true or false.'],
    [{ adminToken: '' }, /^Option adminToken: Give 1 to 4096 visible ASCII characters/],
    [{ mcpToken: 'two words' }, /^Option mcpToken: .* without spaces\.$/],
    [{ log: 'loud' }, 'Option log: Give a function.'],
    [{ allowHosts: 'a' }, 'Option allowHosts: Give a list of names.'],
  ])('are refused where one is wrong: %j', (options, message) => {
    expect(refusal(options)).toMatch(message);
  });

  it.each(['http://x', 'a.example:80', 'a/b', 'user@a', 'a b', '', '::1', '*'])(
    'are refused for the host %j, which is no bare name',
    (host) => {
      expect(refusal({ allowHosts: ['fine', host] })).toMatch(
        /^Option allowHosts\[1\]: .*bare name/,
      );
    },
  );

  it('have hosts as URLs have them', () => {
    const allowHosts = ['Kitchen.LOCAL', '192.168.1.20', '[FD00::1]', 'under_score'];
    expect(checkOptions({ allowHosts }).allowHosts).toEqual([
      'kitchen.local',
      '192.168.1.20',
      '[fd00::1]',
      'under_score',
    ]);
  });

  it.each(['foo', '*', 'https://*.example', 'https://', 'a.example', 'null'])(
    'are refused for the origin %j, which no browser sends',
    (origin) => {
      expect(refusal({ allowOrigins: [origin] })).toBe(
        'Option allowOrigins[0]: Give scheme://host[:port], say https://app.example.',
      );
    },
  );

  it.each([
    ['https://app.example/', 'https://app.example'],
    ['https://App.Example', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
  ])('say how a browser writes the origin %s', (origin, right) => {
    expect(refusal({ allowOrigins: [origin] })).toBe(`Option allowOrigins[0]: Write ${right}.`);
  });

  it('take origins of every kind of page', () => {
    const allowOrigins = [
      'https://app.example',
      'http://localhost:5173',
      'http://[::1]:8080',
      'chrome-extension://abcdefghijklmnop',
    ];
    expect(refusal({ allowOrigins })).toBeNull();
  });
});
