/**
 * Takes pictures of every page at four sizes, light and dark, to be looked at: `npm run look`. `FRACAS_LOOK` names the
 * folder, `FRACAS_ONLY` a part of a test's name: `ranks`, `390 dark`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { it } from 'vitest';
import { atOnce, begin, open, playHastily } from './play';
import { stage } from './stage';
import { finish } from './wire';

const OUT = process.env.FRACAS_LOOK ?? join(import.meta.dirname, '../../target/look');
const ONLY = process.env.FRACAS_ONLY ?? '';
mkdirSync(OUT, { recursive: true });
const { server, visit } = stage();

const touch = { hasTouch: true, isMobile: true };
const SIZES: Record<string, BrowserContextOptions> = {
  '1440': { viewport: { width: 1440, height: 900 } },
  '1280': { viewport: { width: 1280, height: 720 } },
  '820': { viewport: { width: 820, height: 1180 }, hasTouch: true },
  '390': { viewport: { width: 390, height: 844 }, ...touch, deviceScaleFactor: 2 },
};
const FIGHTS = [
  'delve/goblins-at-the-ford',
  'heed/ogre-bridge',
  'ranks/toll-bridge',
  'twelves/worm-orchard',
  'ardor/the-jolly-otter',
];
const ADVENTURES = [
  'delve/gallows-house',
  'heed/saltmarrow-cellars',
  'ranks/the-heron-house',
  'twelves/the-drowned-mint',
  'ardor/the-false-light',
];

for (const size of Object.keys(SIZES))
  for (const theme of ['light', 'dark'] as const) {
    const how = { ...SIZES[size]!, colorScheme: theme, reducedMotion: 'reduce' } as const;
    const look = (what: string, take: (page: Page, shot: (name: string) => Promise<unknown>) => Promise<void>) =>
      it.skipIf(!`${what} ${size} ${theme}`.includes(ONLY))(`${what} ${size} ${theme}`, async () => {
        const { page, close } = await visit(how);
        await atOnce(page, false);
        await take(page, async (name) => {
          await page.waitForTimeout(1000);
          const path = join(OUT, `${what.replace('/', '-')}-${size}-${theme}-${name}.png`);
          await page.screenshot({ path });
        });
        await close();
      });
    const odds = async (page: Page, shot: (name: string) => Promise<unknown>) => {
      const first = page.locator('#tab-panel [data-choice]:visible').first();
      if (!(await first.count())) return;
      if ('hasTouch' in how) await first.tap();
      else await first.hover();
      await shot('3-odds');
    };
    for (const fight of FIGHTS)
      look(fight, async (page, shot) => {
        await open(page, server.url, fight, 4);
        await shot('0-opening');
        await begin(page);
        await shot('1-begun');
        await playHastily(page, 3);
        await shot('2-fight');
        await odds(page, shot);
        await finish(page);
        await shot('4-over');
        await page.getByRole('button', { name: 'Result and replay' }).click();
        await shot('5-result');
        await page.goto(`${page.url()}?review`);
        await page.waitForTimeout(4000);
        await shot('6-review');
      });
    for (const trek of ADVENTURES)
      look(trek, async (page, shot) => {
        await open(page, server.url, trek, 4);
        await shot('0-opening');
        await playHastily(page, 3);
        await shot('1-on-the-way');
        await playHastily(page, 5);
        await shot('2-further');
        await odds(page, shot);
      });
    for (const where of ['', 'puzzles', 'workshop', 'credits'])
      look(`page-${where || 'start'}`, async (page, shot) => {
        await page.goto(`${server.url}/${where}`);
        if (where === '') await page.locator('[data-scenario]').first().waitFor();
        else if (where === 'puzzles') await page.locator('[data-puzzle]').first().waitFor();
        else await page.locator('h1').waitFor();
        await shot('0');
      });
  }
