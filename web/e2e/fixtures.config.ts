import { defineConfig } from 'vitest/config';

/** Records the states that the unit tests look at. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['fixtures.ts'],
    globalSetup: 'setup.ts',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
