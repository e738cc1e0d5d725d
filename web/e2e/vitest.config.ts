import { defineConfig } from 'vitest/config';

/**
 * Browser tests, two files at a time, each with a server of its own.
 * Limits are for what hangs; a busy machine may take its time.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.spec.ts'],
    globalSetup: 'setup.ts',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 300_000,
    retry: 0,
  },
});
