/** How tokens are compared: with all of a wrong one, whatever it has in common with the right one. */
import * as crypto from 'node:crypto';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { requireToken } from '../../src/admin/require-token.js';
import { isBearer } from '../../src/http/bearer.js';

vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof crypto>();
  return {
    ...original,
    timingSafeEqual: vi.fn<typeof original.timingSafeEqual>(original.timingSafeEqual),
  };
});

const TOKEN = 'the-right-token';
const compared = vi.mocked(crypto.timingSafeEqual);

afterEach(() => {
  compared.mockClear();
});

function admin(): Hono {
  const app = new Hono();
  app.use(requireToken(TOKEN));
  app.get('/', (context) => context.text('in'));
  return app;
}

const ways: readonly (readonly [string, (given: string) => boolean | Promise<boolean>])[] = [
  ['an MCP address', (given) => isBearer(`Bearer ${given}`, TOKEN)],
  [
    'the admin API',
    async (given) => {
      const headers = { Authorization: `Bearer ${given}` };
      return (await admin().request('/', { headers })).status === 200;
    },
  ],
];

describe.each(ways)('at %s', (_where, opens) => {
  it('the right token opens', async () => {
    expect(await opens(TOKEN)).toBe(true);
  });

  it.each(['x', 'the-right-toke', 'the-right-token2', 'The-right-token', 'x'.repeat(4_000)])(
    'the token %.20s does not, and is compared in constant time, without regard to its length',
    async (given) => {
      expect(await opens(given)).toBe(false);
      expect(compared).toHaveBeenCalledOnce();
      const sizes = compared.mock.calls[0]?.map((side) => side.byteLength);
      expect(sizes).toEqual([32, 32]);
    },
  );
});
