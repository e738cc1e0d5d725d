import { defineConfig } from 'vitest/config';

/** Browser tests: one after the other, on a machine with two cores. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['*.spec.ts'], fileParallelism: false, testTimeout: 180_000, hookTimeout: 300_000, retry: 0 },
});
