/** The workshop: a fight, a hero and an adventure of each system are made by hand, tried out, saved and played. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { serious } from './axe';
import { TABLET } from './browser';
import { atOnce, begin } from './play';
import { stage } from './stage';

const { server, visit } = stage();
const SYSTEMS = ['ardor', 'delve', 'heed', 'ranks', 'twelves'];
/** Somebody to fight in each. */
const FOES: Record<string, string> = {
  delve: 'Goblin',
  heed: 'Bandit',
  ranks: 'Footpad',
  twelves: 'Ash imp',
  ardor: '',
};

async function start(page: Page, system: string, what: string): Promise<void> {
  await page.goto(`${server.url}/workshop`);
  await page.getByRole('navigation', { name: 'Systems' }).getByRole('button', { name: system, exact: true }).click();
  await page.locator(`[data-new=${what}]`).click();
  await page.locator('.editor').waitFor();
}
/** The panel of figures, when it shows those of the file as it is now. */
async function fights(page: Page): Promise<number> {
  const win = page.locator('.win:not(.busy)');
  await win.waitFor();
  return Number(await win.getAttribute('data-fights'));
}
const sticksOut = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
async function addFoe(page: Page, name: string): Promise<void> {
  await page.getByLabel('Kind of thing').selectOption({ index: 1 });
  await page.getByLabel('Search the library').fill(name);
  await page.locator('section[aria-labelledby=library] li button').first().click();
}
/** A zone of heed has a feature, and says so until it has one. */
async function furnish(page: Page, system: string): Promise<void> {
  if (system !== 'heed') return;
  await page.getByRole('button', { name: 'Add a feature' }).click();
  await page.getByLabel('Is*').selectOption('cover');
}
async function playIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('[data-token]').first().waitFor();
}

describe('fights', () => {
  for (const system of SYSTEMS)
    it(`of ${system} are drawn, tried out, saved and played`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await start(page, system, 'fight');
      await page.getByLabel('Title*').fill('Night at the ford');
      await page.getByLabel('Title*').press('Tab');
      if (system === 'ranks') {
        await page.getByRole('radio', { name: 'Wall' }).click();
        const square = page.locator('.grid .row').nth(1).locator('.square').nth(2);
        await square.click();
        await page.locator('.grid .row').nth(1).locator('.square.wall').nth(1).waitFor();
      } else {
        const zones = await page.locator('[data-zone]').count();
        await page.locator('main').getByRole('button', { name: 'Add a zone' }).click();
        await page.locator('[data-zone]').nth(zones).waitFor();
        await page.getByRole('button', { name: 'Join to another' }).click();
        await page.locator('[data-zone]').first().click();
        const added = page.locator('[data-zone]').nth(zones);
        await added.click();
        await page.getByLabel('Name*').first().fill('Old weir');
        await page.getByLabel('Name*').first().press('Tab');
        await added.getByText('Old weir').waitFor();
        await furnish(page, system);
      }
      await addFoe(page, FOES[system]!);
      await page.getByLabel('Count').fill('2');
      await page.getByLabel('Count').press('Tab');
      expect(await fights(page)).toBeGreaterThanOrEqual(8);
      expect(await page.locator('.problems').count()).toBe(0);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('header').getByText('· saved').waitFor();
      await playIt(page);
      await page.getByRole('heading', { name: 'Night at the ford' }).waitFor();
      await begin(page);
      expect(errors).toEqual([]);
      await close();
    });

  it('undo, redo, come back after a reload, and tell what is wrong beside the field', async () => {
    const { page, errors, close } = await visit({ reducedMotion: 'reduce' });
    await start(page, 'delve', 'fight');
    await fights(page);
    expect(await serious(page), 'a fight').toEqual([]);
    await page.getByLabel('Title*').fill('Changed');
    await page.getByLabel('Title*').press('Tab');
    await page.getByRole('heading', { name: 'Changed' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'A fight of my own' }).waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByRole('heading', { name: 'Changed' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Changed' }).waitFor();
    await page.getByLabel('Title*').fill('');
    await page.getByLabel('Title*').press('Tab');
    await page.locator('[data-field=title] .problem').waitFor();
    expect(await serious(page), 'with a problem').toEqual([]);
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await fights(page);
    await page.getByRole('button', { name: 'Propose' }).click();
    await page.getByRole('button', { name: 'Take it' }).click();
    await fights(page);
    await page.goto(`${server.url}/workshop`);
    await page.getByRole('heading', { name: 'Not saved yet' }).waitFor();
    expect(await serious(page), 'the list of files').toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });

  it('fit on a tablet', async () => {
    const { page, errors, close } = await visit(TABLET);
    await start(page, 'heed', 'fight');
    await fights(page);
    expect(await sticksOut(page)).toBeLessThanOrEqual(0);
    expect(await serious(page)).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('heroes', () => {
  for (const system of SYSTEMS)
    it(`of ${system} are made, saved, printed, and go on an adventure`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await start(page, system, 'hero');
      await page.getByLabel('Name*').first().fill('Wenna of the weir');
      await page.getByLabel('Name*').first().press('Tab');
      await page.getByRole('heading', { name: 'Wenna of the weir' }).first().waitFor();
      expect(await fights(page)).toBeGreaterThanOrEqual(8);
      await page.getByRole('button', { name: 'Sheet' }).click();
      await page.getByRole('dialog', { name: 'Sheet' }).getByRole('heading', { name: 'Wenna of the weir' }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('header').getByText('· saved').waitFor();
      await start(page, system, 'party');
      await page.getByRole('button', { name: 'Wenna of the weir' }).first().waitFor();
      await page.getByRole('button', { name: 'Set out' }).click();
      await page.locator('[data-token]').first().waitFor();
      await page.getByText('Wenna of the weir').first().waitFor();
      expect(errors).toEqual([]);
      await close();
    });
});

describe('adventures', () => {
  for (const system of SYSTEMS)
    it(`of ${system} are drawn, tried out and played`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await start(page, system, 'adventure');
      const zones = await page.locator('[data-zone]').count();
      if (system !== 'ranks') {
        await page.locator('main').getByRole('button', { name: 'Add a zone' }).click();
        await page.locator('[data-zone]').nth(zones).waitFor();
        await page.getByLabel('with a door').check();
        await page.getByRole('button', { name: 'Join to another' }).click();
        await page.locator('[data-zone]').first().click();
        await page.locator('[data-zone]').nth(zones).click();
        await furnish(page, system);
        await page.getByRole('button', { name: '+ a cache here' }).click();
        await page.getByLabel('Name*').first().fill('A brass key');
        await page.getByLabel('Name*').first().press('Tab');
      }
      await fights(page);
      expect(await page.locator('.problems').count()).toBe(0);
      await playIt(page);
      await page.getByText('An adventure of my own').first().waitFor();
      expect(errors).toEqual([]);
      await close();
    });
});
