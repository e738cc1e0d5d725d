/** What every browser test stands on: the real server and a browser, which `setup.ts` has started. */
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { visit, type Visit } from './browser';

export interface Stage {
  server: { url: string };
  /** A page of one's own; `fresh`: one that has never been anywhere. */
  visit: (options?: BrowserContextOptions, fresh?: boolean) => Promise<Visit>;
}

export function stage(): Stage {
  const { servers, browser: endpoint } = inject('stage');
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.connect(endpoint);
  });
  afterAll(() => browser.close());
  return {
    server: { url: servers[(Number(process.env.VITEST_POOL_ID) - 1) % servers.length]! },
    visit: (options, fresh) => visit(browser, options, fresh),
  };
}
