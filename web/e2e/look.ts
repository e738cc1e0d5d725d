/** Takes pictures of every page at four sizes to be looked at: `npm run look` (`FRACAS_LOOK` names the folder). */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { it } from 'vitest';
import { atOnce, begin, finish, open, playHastily } from './play';
import { stage } from './stage';

const OUT = process.env.FRACAS_LOOK ?? join(import.meta.dirname, '../../target/look');
const ONLY = process.env.FRACAS_ONLY ?? '';
mkdirSync(OUT, { recursive: true });
const { server, visit } = stage();

const touch = { hasTouch: true, isMobile: true };
const SIZES: Record<string, BrowserContextOptions> = {
  '1440': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  '1280': { viewport: { width: 1280, height: 720 }, colorScheme: 'dark' },
  '820': { viewport: { width: 820, height: 1180 }, hasTouch: true, colorScheme: 'light' },
  '390': { viewport: { width: 390, height: 844 }, ...touch, deviceScaleFactor: 2, colorScheme: 'dark' },
};
const FIGHTS = [
  'delve/goblins-at-the-ford',
  'heed/ogre-bridge',
  'ranks/toll-bridge',
  'twelves/worm-orchard',
  'ardor/the-jolly-otter',
];
const ADVENTURES = ['delve/saltmarrow-cellars'];

for (const [size, how] of Object.entries(SIZES)) {
  for (const fight of FIGHTS)
    it.skipIf(!`${fight} ${size}`.includes(ONLY))(`${fight} ${size}`, async () => {
      const { page, close } = await visit({ ...how, reducedMotion: 'reduce' });
      await atOnce(page, false);
      await open(page, server.url, fight, 4);
      const name = fight.split('/')[0]!;
      const shot = (what: string) => page.screenshot({ path: join(OUT, `${name}-${size}-${what}.png`) });
      await page.waitForTimeout(600);
      await shot('0-opening');
      await begin(page);
      await page.waitForTimeout(1200);
      await shot('1-begun');
      await playHastily(page, 3);
      await page.waitForTimeout(1200);
      await shot('2-fight');
      const first = page.locator('#tab-panel [data-choice]:visible').first();
      if (await first.count()) {
        if (how.hasTouch) await first.tap();
        else await first.hover();
        await page.waitForTimeout(500);
        await shot('3-odds');
      }
      if (size === '1440' || size === '390') {
        await finish(page);
        await page.waitForTimeout(800);
        await shot('4-over');
        await page.getByRole('button', { name: 'Result and replay' }).click();
        await page.waitForTimeout(1500);
        await shot('5-result');
        await page.goto(`${page.url()}?review`);
        await page.waitForTimeout(4000);
        await shot('6-review');
      }
      await close();
    });
  it.skipIf(!`pages ${size}`.includes(ONLY))(`pages ${size}`, async () => {
    const { page, close } = await visit({ ...how, reducedMotion: 'reduce' });
    for (const where of ['', 'puzzles', 'workshop', 'credits']) {
      await page.goto(`${server.url}/${where}`);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: join(OUT, `page-${where || 'start'}-${size}.png`) });
      if (!where) await page.screenshot({ path: join(OUT, `page-start-full-${size}.png`), fullPage: true });
    }
    await close();
  });
  for (const trek of ADVENTURES)
    it.skipIf(!`${trek} ${size}`.includes(ONLY))(`${trek} ${size}`, async () => {
      const { page, close } = await visit({ ...how, reducedMotion: 'reduce' });
      await atOnce(page, false);
      await open(page, server.url, trek, 4);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(OUT, `trek-${size}-0.png`) });
      await playHastily(page, 3);
      await page.waitForTimeout(900);
      await page.screenshot({ path: join(OUT, `trek-${size}-1.png`) });
      await close();
    });
}
