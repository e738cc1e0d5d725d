/** Debian's Chromium, without a screen. Every error of a page makes its test fail. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS });
}

export interface Visit {
  page: Page;
  /** What went wrong in the page so far. */
  errors: string[];
  close: () => Promise<void>;
}

export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  // What moves has to come to rest before it is pressed: nothing does, unless a test wants it to.
  const usual: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };
  const context = await browser.newContext({ ...usual, ...options });
  const page = await context.newPage();
  // Long enough for a machine that is busy with other things.
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A connection that was cut on purpose is told by the browser too.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  return { page, errors, close: () => context.close() };
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const NARROW: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };
