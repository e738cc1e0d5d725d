/** What every browser test stands on: the real server and a browser, there for all tests of a file, then gone. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch, visit, type Visit } from './browser';
import { Server } from './server';

export interface Stage {
  server: Server;
  visit: (options?: BrowserContextOptions) => Promise<Visit>;
}

export function stage(): Stage {
  const server = new Server();
  let browser: Browser;
  beforeAll(async () => {
    await server.start();
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, visit: (options) => visit(browser, options) };
}
