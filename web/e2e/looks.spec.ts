/** Looks that can be measured: letters, coordinates, prompts beside the fight, how a table opens, the start page. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE, TABLET } from './browser';
import { atOnce, begin, DUEL, open, position, seeded } from './play';
import { stage } from './stage';
import { finish, opened, playOn, seatUrl, untilReaction } from './wire';

const { server, visit } = stage();
const FIGHTS = [
  'ardor/the-jolly-otter',
  'delve/goblins-at-the-ford',
  'heed/ogre-bridge',
  'ranks/toll-bridge',
  'twelves/worm-orchard',
];
const DESK = { viewport: { width: 1440, height: 900 } };
const LAPTOP = { viewport: { width: 1280, height: 720 } };

/** Words that are smaller on the screen than this many pixels, with their size. */
function tooSmall(page: Page, least: number): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement | SVGTextElement>('body *')) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
      const { width, height } = element.getBoundingClientRect();
      // What is only for listeners is a pixel wide; what is folded away has no room at all.
      if (!words.length || width < 2 || height < 2 || !element.checkVisibility()) continue;
      const scale =
        element instanceof SVGElement ? Math.hypot(element.getScreenCTM()!.a, element.getScreenCTM()!.b) : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      if (size < least)
        found.push(`${size.toFixed(1)} ${element.className} ${element.textContent!.trim().slice(0, 30)}`);
    }
    return found;
  }, least);
}

describe('letters', () => {
  it('are never below 12 px on the start page', async () => {
    for (const size of [DESK, TABLET, PHONE]) {
      const { page, errors, close } = await visit(size);
      await page.goto(server.url);
      await page.locator('[data-scenario]').first().waitFor();
      expect(await tooSmall(page, 11.9)).toEqual([]);
      expect(errors).toEqual([]);
      await close();
    }
  });

  for (const fight of FIGHTS)
    it(`are never below 12 px on any screen: ${fight}`, async () => {
      const { table, you } = await opened(server.url, { scenario: fight, seed: 4 });
      // Several screens of one seat, so that it is played once for all of them.
      const screens = await Promise.all([DESK, TABLET, PHONE].map((size) => visit(size)));
      const pages = screens.map(({ page }) => page);
      const check = async (when: string) => {
        for (const [n, page] of pages.entries()) {
          for (const size of n === 0 ? [LAPTOP, DESK] : [null]) {
            if (size) await page.setViewportSize(size.viewport);
            const width = page.viewportSize()!.width;
            expect(await tooSmall(page, 11.9), `${when}, ${width} px wide`).toEqual([]);
          }
        }
      };
      for (const page of pages) {
        await atOnce(page);
        await page.goto(seatUrl(server.url, table, you));
        await page.locator('[data-token]').first().waitFor();
      }
      await check('it opens');
      expect(await playOn(pages[0]!, 3)).toBe(false);
      const there = await position(pages[0]!);
      for (const page of pages) await page.locator(`.screen[data-turn][data-position="${there}"]`).waitFor();
      for (const tab of ['stats', 'move', 'action']) {
        // Who only answers does not move.
        for (const page of pages)
          if (await page.locator(`#tab-${tab}`).count()) await page.locator(`#tab-${tab}`).click();
        await check(tab);
      }
      for (const { errors, close } of screens) {
        expect(errors).toEqual([]);
        await close();
      }
    });
});

describe('a map of squares', () => {
  it('names its columns and rows at the edge, and choices name squares by them', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    const numbers = await page.locator('svg .coordinate').allTextContents();
    const most = Math.max(...numbers.map(Number));
    expect(numbers.filter((one) => one === '0').length, 'a row and a column').toBe(2);
    expect(most).toBeGreaterThan(5);
    const spots = await page.locator('[data-token]').evaluateAll((all) => all.length);
    expect(spots).toBeGreaterThan(1);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a prompt', () => {
  it('lies beside the fight, not over anybody in it', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'heed/ogre-bridge', 7);
    await untilReaction(page);
    await page.locator('[data-answer]:visible').first().waitFor();
    const prompt = (await page.locator('.prompt').boundingBox())!;
    const covered = await page.locator('[data-token]').evaluateAll(
      (all, prompt) =>
        all
          .filter((one) => {
            const { left, right, top, bottom } = one.querySelector('.plate')!.getBoundingClientRect();
            const across = Math.min(right, prompt.x + prompt.width) - Math.max(left, prompt.x);
            return across > 0 && Math.min(bottom, prompt.y + prompt.height) - Math.max(top, prompt.y) > 0;
          })
          .map((one) => (one as SVGElement).dataset.token),
      prompt,
    );
    expect(covered).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a table', () => {
  it('opens with who is who and what is at stake, which the title tells again', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'delve/goblins-at-the-ford', 4);
    const card = page.getByRole('region', { name: 'What this is about' });
    await card.getByText('At stake').waitFor();
    expect(await card.innerText()).toMatch(/The heroes[\s\S]*Pell[\s\S]*Against[\s\S]*Goblin/);
    await begin(page);
    await card.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Goblins at the ford' }).click();
    await page.getByRole('dialog', { name: 'Goblins at the ford' }).getByText('At stake').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('of an adventure opens with its premise and goal, which stay one click away', async () => {
    for (const trek of [
      'ardor/the-false-light',
      'delve/gallows-house',
      'heed/saltmarrow-cellars',
      'ranks/the-heron-house',
      'twelves/the-drowned-mint',
    ]) {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await open(page, server.url, trek, 4);
      const card = page.getByRole('region', { name: 'What this is about' });
      const goal = await card.getByText('Your goal:').locator('..').innerText();
      expect(goal.length).toBeGreaterThan(20);
      expect((await card.locator('.about').innerText()).length).toBeGreaterThan(40);
      await card.getByRole('button', { name: 'To the table' }).click();
      await page.locator('h1 .premise').click();
      await page.locator('dialog').getByText(goal).waitFor();
      expect(errors).toEqual([]);
      await close();
    }
  });
});

describe('the start page', () => {
  it('shows what was played and what is still running, and leads to the puzzles', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await page.goto(server.url);
    await page.getByText('A scenario of your own').click();
    await seeded(page, 4);
    await page.getByLabel('Scenario text').fill(DUEL);
    await page.getByRole('button', { name: 'Play it' }).click();
    await begin(page);
    const fight = 'twelves/worm-orchard';
    await open(page, server.url, fight, 4);
    await begin(page);
    await finish(page);
    await page.goto(server.url);
    const running = page.getByRole('region', { name: 'Go on playing' });
    await running.getByText('Duel in the lane').waitFor();
    const card = page.locator('article', { has: page.locator(`[data-scenario="${fight}"]`) });
    await card.getByText('✓ played').waitFor();
    expect(await page.getByText('✓ played').count()).toBe(1);
    await page.getByRole('link', { name: 'puzzles from real fights' }).click();
    await page.locator('[data-puzzle]').first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
