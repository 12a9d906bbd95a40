import { defineConfig } from 'vitest/config';

// Test files run side by side: each kitchen takes a port of its own.
export default defineConfig({ test: { include: ['test/**/*.test.ts'], maxWorkers: 2 } });
