/** What is drawn and told: intentions at the usual pace, pictures, the judge's secrets, and what fingers reach. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE } from './browser';
import { atOnce, begin, open, playerLinks, position } from './play';
import { stage } from './stage';
import { finish } from './wire';

const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();

/** Waits until a page has come as far as another. */
async function follows(page: Page, other: Page): Promise<void> {
  const least = Number(await position(other));
  await page.waitForFunction(
    (least) => Number(document.querySelector<HTMLElement>('.screen')?.dataset.position) >= least,
    least,
  );
}

async function tapOn(page: Page, token: string): Promise<void> {
  const box = (await page.locator(`[data-token="${token}"]`).first().boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe('what is shown', () => {
  it('is the turn that a monster is about to take, without anything being set', async () => {
    const { page, errors, close } = await visit();
    await open(page, server.url, FORD, 4);
    await begin(page);
    await page.locator('[data-bond^="strike"] .tip, [data-bond^="go"] .tip').first().waitFor({ state: 'attached' });
    expect(await page.locator('[data-go]').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('is nothing of what the judge does in secret, until it is revealed', async () => {
    const judge = await visit();
    await atOnce(judge.page);
    await open(judge.page, server.url, FORD, 4, 'judge');
    const [link] = await playerLinks(judge.page, 1);
    const player = await visit();
    await atOnce(player.page);
    await player.page.goto(link!);
    await player.page.locator('[data-token]').first().waitFor();
    const seen = await player.page.locator('[data-token]').count();
    await judge.page.locator('#tab-judge').click();
    await judge.page.locator('[data-secret]').check();
    const creature = judge.page.locator('.hand').getByLabel('Creature', { exact: true });
    await creature.locator('option').nth(1).waitFor({ state: 'attached' });
    await creature.selectOption({ index: 1 });
    const name = (await creature.locator('option').nth(1).textContent())!.trim();
    await judge.page.getByRole('button', { name: 'Add…' }).click();
    await judge.page.getByText('Tap where').waitFor();
    await tapOn(judge.page, 'brakk');
    const told = judge.page.locator('[role=log] .line.judge');
    await told.first().waitFor();
    // By its name, and not as files call it.
    expect(await told.first().innerText()).toContain(`${name} joins the monsters`);
    await judge.page.locator('[data-token] .veiled').first().waitFor();
    await follows(player.page, judge.page);
    expect(await player.page.locator('[data-token]').count()).toBe(seen);
    expect(await player.page.locator('[role=log] .line.judge').count()).toBe(0);
    expect([...judge.errors, ...player.errors]).toEqual([]);
    await player.close();
    await judge.close();
  });

  it('lists conditions to be lifted, and neither gear nor traits', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4, 'judge');
    await page.locator('#tab-judge').click();
    await page.locator('.order .row', { hasText: 'Orla' }).first().click();
    const conditions = page.locator('.hand').getByLabel('Condition', { exact: true });
    await conditions.locator('option').nth(1).waitFor({ state: 'attached' });
    const lifts = page.getByRole('button', { name: 'Lift' });
    expect(await lifts.count()).toBe(0);
    await conditions.selectOption('burning');
    await page.locator('.hand').getByLabel('Rank').fill('2');
    await page.getByRole('button', { name: 'Put on' }).click();
    await lifts.first().waitFor();
    expect(await lifts.count()).toBe(1);
    // On the token it is a picture too.
    await page.locator('[data-token="orla"] [data-icon="flame"]').first().waitFor({ state: 'attached' });
    await lifts.first().click();
    await lifts.first().waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  });

  it('is where a finger points, and a hand that a finger raises', async () => {
    const judge = await visit();
    await atOnce(judge.page);
    await open(judge.page, server.url, FORD, 4, 'judge');
    const [link] = await playerLinks(judge.page, 1);
    await judge.page.getByRole('button', { name: /^Talk/ }).click();
    const friend = await visit(PHONE);
    await atOnce(friend.page);
    await friend.page.goto(link!);
    await friend.page.getByRole('button', { name: /^Talk/ }).tap();
    await friend.page.locator('[data-hand]').tap();
    await judge.page.getByText('has a hand up.').waitFor();
    await friend.page.locator('[data-point]').tap();
    await friend.page.getByText('Tap where you point').waitFor();
    const zone = (await friend.page.locator('svg .card').first().boundingBox())!;
    await friend.page.touchscreen.tap(zone.x + zone.width / 2, zone.y + zone.height - 12);
    await judge.page.locator('.point').waitFor();
    expect([...judge.errors, ...friend.errors]).toEqual([]);
    await friend.close();
    await judge.close();
  });

  it('is, on the start page, what can be played on apart from what is over', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await page.goto(server.url);
    await page.getByRole('region', { name: 'Go on playing' }).getByRole('link').waitFor();
    expect(await page.getByRole('region', { name: 'Fought out' }).count()).toBe(0);
    await page.getByRole('region', { name: 'Go on playing' }).getByRole('link').click();
    await begin(page);
    await finish(page);
    await page.goto(server.url);
    await page.getByRole('region', { name: 'Fought out' }).getByRole('link').waitFor();
    expect(await page.getByRole('region', { name: 'Go on playing' }).count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});
