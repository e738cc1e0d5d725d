import { defineConfig } from 'vitest/config';

/** Browser tests: one after the other. Limits are for what hangs; a busy machine may take its time. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['*.spec.ts'], fileParallelism: false, testTimeout: 900_000, hookTimeout: 300_000, retry: 0 },
});
