import { defineConfig } from 'vitest/config';

/**
 * Browser tests, two files at a time: each has a server, a browser and tables of its own, and waits more than it works.
 * Limits are for what hangs; a busy machine may take its time.
 */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['*.spec.ts'], maxWorkers: 2, testTimeout: 900_000, hookTimeout: 300_000, retry: 0 },
});
