import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `npm run dev` finds a running server. */
const server = process.env.FRACAS_SERVER ?? 'http://127.0.0.1:7700';

export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', reportCompressedSize: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
  preview: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
});
