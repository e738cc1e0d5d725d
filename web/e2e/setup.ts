/**
 * Before all browser tests: one browser, and a server for each worker. Starting them takes longer than many a test, so
 * files share them; each test opens tables and seats of its own.
 */
import type { TestProject } from 'vitest/node';
import { launchForAll } from './browser';
import { Server } from './server';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the servers are, one for each worker, and the browser. */
    stage: { servers: string[]; browser: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const many = Number(project.config.maxWorkers) || 1;
  const servers = Array.from({ length: many }, () => new Server());
  const [browser] = await Promise.all([launchForAll(), ...servers.map((server) => server.start())]);
  project.provide('stage', { servers: servers.map(({ url }) => url), browser: browser.wsEndpoint() });
  return async () => {
    await browser.close();
    await Promise.all(servers.map((server) => server.stop()));
  };
}
