/** Takes the README's pictures of the real thing: `npm run pictures`. They are WebP, so that they stay small in git. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PHONE } from './browser';
import { atOnce, begin, open, playHastily, turn } from './play';
import { stage } from './stage';

const OUT = join(import.meta.dirname, '../../docs/pictures');
const MAX = 150 * 1024;
const DESK = { width: 1440, height: 900 };
const { server, visit } = stage();
mkdirSync(OUT, { recursive: true });

const SHOTS: { name: string; scenario: string; choices: number; how: BrowserContextOptions }[] = [
  { name: 'zones-light', scenario: 'twelves/worm-orchard', choices: 3, how: { viewport: DESK, colorScheme: 'light' } },
  { name: 'squares-dark', scenario: 'ranks/toll-bridge', choices: 2, how: { viewport: DESK, colorScheme: 'dark' } },
  { name: 'phone', scenario: 'delve/goblins-at-the-ford', choices: 2, how: { ...PHONE, colorScheme: 'light' } },
];

for (const { name, scenario, choices, how } of SHOTS) {
  it(`takes ${name}`, async () => {
    const { page, close } = await visit({ ...how, reducedMotion: 'reduce' });
    await atOnce(page);
    await open(page, server.url, scenario, 4);
    await begin(page);
    await playHastily(page, choices);
    expect(await turn(page), 'the fight should still be on').toBe(false);
    const first = page.locator('#tab-panel [data-choice]').first();
    if (!how.hasTouch && (await first.count())) await first.hover();
    // The dice of the last roll are still on the table; the picture is of what comes next.
    await page.locator('.tray').first().waitFor({ state: 'detached' });
    await keep(page, name);
    await close();
  });
}

it('takes the start page', async () => {
  const { page, close } = await visit({ viewport: DESK, colorScheme: 'light' });
  await page.goto(server.url);
  await page.locator('[data-scenario]').first().waitFor();
  await keep(page, 'start');
  await close();
});

async function keep(page: Page, name: string): Promise<void> {
  const png = (await page.screenshot()).toString('base64');
  const webp = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1]!;
  }, png);
  const bytes = Buffer.from(webp, 'base64');
  expect(bytes.length, `${name} is too large for git`).toBeLessThan(MAX);
  writeFileSync(join(OUT, `${name}.webp`), bytes);
}
