import { defineConfig } from 'vitest/config';

/** The README's pictures, taken on demand. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['look.ts'], testTimeout: 240_000, hookTimeout: 300_000 },
});
