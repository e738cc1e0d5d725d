/** Minds at the table: how well they play, why they choose as they do, hints, puzzles. */
import { describe, expect, it } from 'vitest';
import { serious } from './axe';
import { NARROW, PHONE, TABLET } from './browser';
import { atOnce, begin, moved, open, openByHand, position, turn } from './play';
import { stage } from './stage';

const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();

describe('minds', () => {
  it('play as well as the start page was told, and say why on request', async () => {
    const { page, errors, close } = await visit();
    await page.goto(server.url);
    await page.getByLabel('How well monsters play').selectOption('hard');
    await openByHand(page, server.url, FORD, 4);
    await page.getByRole('button', { name: 'Settings' }).click();
    const hard = page.getByRole('radio', { name: 'hard' });
    expect(await hard.isChecked()).toBe(true);
    await page.getByLabel('and say why').check();
    await page.getByLabel('monsters act by themselves', { exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await begin(page);
    // Until a monster is about to act: what it means to do stands beside Go, and then in the log.
    const go = page.locator('[data-go]');
    const end = page.locator('footer .end');
    for (let n = 0; n < 12 && !(await go.isVisible()); n++) {
      const was = await position(page);
      await page.locator('footer [data-choice]:visible, #tab-panel [data-choice]:visible').last().click();
      await moved(page, was);
      await go.or(end).first().waitFor();
    }
    await go.waitFor();
    await page.locator('.wait p', { hasNotText: 'thinking' }).first().waitFor();
    const means = (await page.locator('.wait p').first().innerText()).trim();
    await page.keyboard.press('g');
    await page.getByRole('log').getByText(`(${means})`).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('show how the fight stands to whoever wants to see it', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    expect(await page.locator('[data-chance]').count()).toBe(0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'show it to me' }).check();
    await page.keyboard.press('Escape');
    const bar = page.locator('[data-chance]');
    await bar.waitFor();
    expect(await bar.getAttribute('aria-label')).toMatch(
      /^The heroes win \d+ % of fights tried out from here, ± \d+ %$/,
    );
    expect(await serious(page), 'bar').toEqual([]);
    const was = await position(page);
    await page.locator('footer [data-choice]:visible, #tab-panel [data-choice]:visible').last().click();
    await moved(page, was);
    await page.locator(`[data-chance="${await position(page)}"]`).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('give hints: three choices, what each is worth, and one press shows it', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    await page.keyboard.press('h');
    const rows = page.locator('[data-advised]');
    await rows.first().waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    expect(await serious(page), 'hint').toEqual([]);
    const choice = (await rows.first().getAttribute('data-advised'))!;
    await rows.first().click();
    const was = await position(page);
    await page.locator(`[data-do="${choice}"]`).click();
    await moved(page, was);
    await rows.first().waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  });
});

describe('puzzles', () => {
  it('are listed by system, tried at a table, and judged', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await page.goto(server.url);
    await page.getByRole('link', { name: 'puzzles from real fights' }).click();
    const cards = page.locator('[data-puzzle]');
    await cards.first().waitFor();
    const systems = new Set(
      (await cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-puzzle')!))).map(
        (id) => id.split('/')[0],
      ),
    );
    expect([...systems].toSorted()).toEqual(['ardor', 'delve', 'heed', 'ranks', 'twelves']);
    expect(await serious(page), 'puzzles').toEqual([]);
    await page.locator('[data-puzzle^="delve/"]').first().click();
    const card = page.locator('.puzzle');
    await card.getByText('What should').waitFor();
    await turn(page);
    // The answer is not proposed, and the question lies beside the map, not over it.
    expect(await page.locator('[data-together]').count()).toBe(0);
    const [asked, map] = await Promise.all([card.boundingBox(), page.locator('[data-map]').boundingBox()]);
    expect(asked!.y + asked!.height).toBeLessThanOrEqual(map!.y + 1);
    // It is about one of those who may act, and that one's controls are shown.
    const who = (await card.innerText()).match(/What should (.+) do\?/)![1]!;
    await page.getByRole('heading', { name: who, exact: true }).first().waitFor();
    await page.locator('footer .end').click();
    await page.locator('[data-verdict]').waitFor();
    expect(await serious(page), 'verdict').toEqual([]);
    await card.getByRole('button', { name: 'Next puzzle' }).click();
    await card.getByText('What should').waitFor();
    await page.goto(`${server.url}/puzzles`);
    await cards.first().waitFor();
    for (const size of [PHONE, NARROW, TABLET]) {
      await page.setViewportSize(size.viewport!);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(over, `${size.viewport!.width} px`).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
    await close();
  });
});
