import { defineConfig } from 'vitest/config';

/** Measurements in a browser; they print what they found and fail when a bar is missed. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.bench.ts'],
    globalSetup: '../e2e/setup.ts',
    maxWorkers: 1,
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
  },
});
