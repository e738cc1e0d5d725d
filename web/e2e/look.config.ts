import { defineConfig } from 'vitest/config';

/** Every page at four sizes, to be looked at. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['look.ts'], globalSetup: 'setup.ts', maxWorkers: 1, testTimeout: 240_000, hookTimeout: 300_000 },
});
