/** Looking back at a fight: its review, playing on from a position, and replay files. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { serious } from './axe';
import { atOnce, begin, DUEL, seeded } from './play';
import { stage } from './stage';
import { finish } from './wire';

const { server, visit } = stage();
/** One against four: it may go either way. */
const UNEVEN = `${DUEL}count = 4\n`;

/** A fight, fought to its end. */
async function fight(page: Page): Promise<void> {
  await atOnce(page);
  await page.goto(server.url);
  await page.getByText('A scenario of your own').click();
  await seeded(page, 4);
  await page.getByLabel('Scenario text').fill(UNEVEN);
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.locator('[data-token]').first().waitFor();
  await begin(page);
  await finish(page);
  // Tables opened from here on have dice of their own.
  await page.unroute('**/api/tables');
}

const curve = (page: Page) => page.getByRole('slider', { name: 'chance to win' });
const review = (page: Page) => page.getByRole('region', { name: 'Review' });
const steps = async (page: Page) => Number(await page.getByLabel('Time line').getAttribute('max'));
const at = (page: Page, step: number, of: number) => page.getByText(`${step} / ${of}`, { exact: true }).waitFor();

describe('the review', () => {
  it('shows where a fight turned, jumps there, and plays on from there', async () => {
    const { page, errors, close } = await visit();
    await fight(page);
    await page.locator('.outcome').getByRole('button', { name: 'Review' }).click();
    await curve(page).waitFor();
    const all = await steps(page);
    await at(page, all, all);
    expect(await review(page).innerText()).toMatch(
      /Luck \(\S+\) and skill \(\S+\) add up to \S+ points: the heroes’ chance to win went from \S+% to \S+%\./,
    );
    await curve(page).focus();
    await page.keyboard.press('Home');
    await at(page, 0, all);
    await page.keyboard.press('ArrowRight');
    await at(page, 1, all);
    await review(page).getByText(`step 1 of ${all}`).waitFor();
    const box = (await curve(page).boundingBox())!;
    await curve(page).click({ position: { x: box.width - 2, y: box.height / 2 } });
    await at(page, all, all);
    const turns = review(page).locator('ol button');
    expect(await turns.count()).toBeGreaterThan(0);
    await turns.first().click();
    expect(await turns.first().getAttribute('aria-current')).toBe('step');
    expect(await review(page).getByRole('row').count()).toBeGreaterThan(2);
    expect(await serious(page)).toEqual([]);
    await page.reload();
    await curve(page).waitFor();
    await page.getByLabel('Time line').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await at(page, 1, all);
    const was = page.url();
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.waitForURL((url) => url.href !== was && !url.pathname.endsWith('/result'));
    await page.locator('.screen [data-token]').first().waitFor();
    await finish(page);
    expect(errors).toEqual([]);
    await close();
  });
  it('can be read on a phone in the dark', async () => {
    const { page, errors, close } = await visit({ colorScheme: 'dark' });
    await fight(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Result and replay' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await curve(page).waitFor();
    await review(page).locator('ol button').first().click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await serious(page)).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a replay file', () => {
  it('is opened from the start page, and one that is none is refused in words', async () => {
    const { page, errors, close } = await visit();
    await fight(page);
    await page.getByRole('button', { name: 'Result and replay' }).click();
    const all = await steps(page);
    const link = await page.getByRole('link', { name: 'Save the replay' }).getAttribute('href');
    const buffer = await (await page.request.get(new URL(link!, server.url).href)).body();
    const was = page.url();
    await page.goto(server.url);
    const choose = page.getByLabel('Open a replay file');
    await choose.setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('{"a": 1}') });
    expect((await page.getByRole('alert').innerText()).length).toBeGreaterThan(10);
    expect(await serious(page)).toEqual([]);
    await choose.setInputFiles({ name: 'duel.json', mimeType: 'application/json', buffer });
    await page.waitForURL('**/t/*/result');
    expect(page.url()).not.toBe(was);
    await at(page, all, all);
    await page.getByText('Duel in the lane').first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
