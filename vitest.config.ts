import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const fromSource = (path: string): string =>
  fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // The first that begins an import counts.
    alias: {
      'mcp-fault-kitchen/testing/vitest': fromSource('testing/vitest.ts'),
      'mcp-fault-kitchen/testing': fromSource('testing/index.ts'),
      'mcp-fault-kitchen': fromSource('index.ts'),
    },
  },
  test: {
    // Only so can a test give it another compiler.
    server: { deps: { inline: ['openapi-typescript'] } },
    include: ['test/**/*.test.ts'],
    // Sends 20,000 damaged requests: `npm run fuzz`.
    exclude: process.env['FUZZ'] === undefined ? ['test/hardening/fuzz.test.ts'] : [],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
});
