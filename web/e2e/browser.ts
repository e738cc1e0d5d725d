/** Debian's Chromium, without a screen. Every error of a page makes its test fail. */
import { chromium, type Browser, type BrowserContextOptions, type BrowserServer, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Its own address bar is a page too, and takes longer to start than ours.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

/** One browser for all test files, which connect to it. */
export function launchForAll(): Promise<BrowserServer> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launchServer({ executablePath, headless: true, args: FLAGS });
}

export interface Visit {
  page: Page;
  /** What went wrong in the page so far. */
  errors: string[];
  close: () => Promise<void>;
}

/** What moves has to come to rest before it is pressed: nothing does, unless a test wants it to. */
const USUAL: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };

/** Pages that nobody uses just now, by how they were made: to open one takes longer than most of what tests do. */
const idle = new WeakMap<Browser, Map<string, Page[]>>();

/** A page for one test: one that another has left, emptied, unless that was tampered with or `fresh` is wanted. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}, fresh = false): Promise<Visit> {
  const how = { ...USUAL, ...options };
  const key = JSON.stringify(how);
  const left = idle.get(browser) ?? new Map<string, Page[]>();
  idle.set(browser, left);
  const page = (fresh ? undefined : left.get(key)?.pop()) ?? (await (await browser.newContext(how)).newPage());
  // Long enough for a machine that is busy with other things.
  page.setDefaultTimeout(120_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A connection that was cut on purpose is told by the browser too.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  const scripts: { dispose: () => Promise<void> }[] = [];
  const { addInitScript, routeWebSocket } = page;
  page.addInitScript = (async (...given: Parameters<typeof addInitScript>) => {
    const script = await addInitScript.apply(page, given);
    scripts.push(script);
    return script;
  }) as typeof addInitScript;
  // Nothing takes a hand off a WebSocket again.
  let tampered = fresh;
  page.routeWebSocket = (...given) => {
    tampered = true;
    return routeWebSocket.apply(page, given);
  };
  const close = async () => {
    if (tampered) return page.context().close();
    Object.assign(page, { addInitScript, routeWebSocket });
    page.removeAllListeners();
    for (const script of scripts) await script.dispose();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.evaluate(() => [localStorage, sessionStorage].forEach((kept) => kept.clear()));
    await page.goto('about:blank');
    await page.setViewportSize(how.viewport!);
    left.set(key, [...(left.get(key) ?? []), page]);
  };
  return { page, errors, close };
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};
export const NARROW: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
export const TABLET: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, hasTouch: true };
