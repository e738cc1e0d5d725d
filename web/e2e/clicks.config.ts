import { defineConfig } from 'vitest/config';

/** A whole fight in each system, counted on demand. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['clicks.ts'], globalSetup: 'setup.ts', maxWorkers: 1, testTimeout: 900_000, hookTimeout: 300_000 },
});
