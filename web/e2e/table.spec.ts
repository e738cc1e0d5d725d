/** Undo, typed dice, the keyboard alone, reconnection, threats, and two seats that know different things. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actAs,
  atOnce,
  begin,
  logLength,
  moved,
  open,
  playerLinks,
  playHastily,
  position,
  seeded,
  turn,
  unfold,
} from './play';
import { Server } from './server';
import { stage } from './stage';
import { hurry } from './wire';

const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();

describe('undo', () => {
  it('takes a free step back and does it again, by keys', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    // The heroes act first, and no dice fall on the stair.
    await open(page, server.url, 'delve/spider-bridge', 4);
    await begin(page);
    await turn(page);
    await page.locator('#tab-move').click();
    const before = await logLength(page);
    await page.locator('#tab-panel [data-choice$="move old-stair"]').first().click();
    await page.waitForFunction((n) => document.querySelectorAll('[role=log] .line').length > n, before);
    await page.keyboard.press('Control+z');
    await page.waitForFunction((n) => document.querySelectorAll('[role=log] .line').length === n, before);
    await page.keyboard.press('Control+Shift+Z');
    await page.waitForFunction((n) => document.querySelectorAll('[role=log] .line').length > n, before);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('typed dice', () => {
  it('ask for each die, refuse what it cannot show, and put it into the log', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('I roll and type').check();
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
    await begin(page);
    const prompt = page.getByRole('dialog', { name: 'Type your die' });
    for (let n = 0; n < 40 && !(await prompt.isVisible()); n++) {
      if (await turn(page)) break;
      await playHastily(page, 1);
    }
    await prompt.waitFor();
    const sides = Number((await prompt.locator('p').first().innerText()).match(/\(d(\d+)\)/)![1]);
    await prompt.getByLabel('Faces', { exact: true }).fill(String(sides + 1));
    await prompt.getByText(`A d${sides} shows 1 to ${sides}.`).waitFor();
    await prompt.getByLabel('Faces', { exact: true }).fill(String(sides));
    await page.keyboard.press('Enter');
    // Whatever else the same step wants: a 1 for each.
    for (let n = 0; n < 12; n++) {
      const line = page.locator(`[role=log] svg[aria-label="${sides}"]`).first();
      await line.or(prompt.getByText('So far:')).first().waitFor();
      if (await line.count()) break;
      const asked = await prompt.locator('p').first().innerText();
      await prompt.getByLabel('It shows 1', { exact: true }).click();
      await page.waitForFunction(
        (was) => document.querySelector('[aria-label="Type your die"] p')?.textContent?.trim() !== was.trim(),
        asked,
      );
    }
    await page.locator(`[role=log] svg[aria-label="${sides}"]`).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the keyboard alone', () => {
  it('opens a fight, moves, looks at the map, ends a turn and reads the keys', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await seeded(page, 4);
    await page.goto(server.url);
    await page.locator(`[data-scenario="${FORD}"]`).waitFor();
    await page.locator(`[data-scenario="${FORD}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-begin]').waitFor();
    const first = await position(page);
    await page.keyboard.press('r');
    await moved(page, first);
    await turn(page);
    const start = await position(page);
    await page.keyboard.press('Space');
    expect(await position(page)).toBe(start);
    await page.keyboard.press('m');
    await page.keyboard.press('1');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-choice'))).toBe(true);
    await page.keyboard.press('Enter');
    await moved(page, start);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-map'))).toBe(true);
    await page.keyboard.press('Escape');
    const there = await position(page);
    await page.keyboard.press('e');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-end'))).toBe(true);
    await page.keyboard.press('Enter');
    await moved(page, there);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a server that dies', () => {
  const mortal = new Server();
  beforeAll(() => mortal.start());
  afterAll(() => mortal.stop());

  it('is found again without a reload, with everything that was acknowledged', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, mortal.url, FORD, 4);
    await begin(page);
    await turn(page);
    const lines = await page.locator('[role=log] .line').allInnerTexts();
    await mortal.kill();
    await page.getByText('Connection lost').waitFor();
    await mortal.start();
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    // Monsters may have gone on; nothing that was told is lost or told otherwise.
    await turn(page);
    const after = await page.locator('[role=log] .line').allInnerTexts();
    expect(after.slice(0, lines.length)).toEqual(lines);
    const was = await position(page);
    await actAs(page, 'Pell');
    await page.locator('#tab-panel [data-choice]:visible').first().click();
    await moved(page, was);
    expect(errors).toEqual([]);
    await close();
  });

  it('gets a choice that was made while it was away, once', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, mortal.url, FORD, 4);
    const start = await position(page);
    await mortal.kill();
    await page.getByText('Connection lost').waitFor();
    await page.locator('[data-begin]').click();
    expect(await position(page)).toBe(start);
    await mortal.start();
    await moved(page, start);
    expect(await page.locator('[role=log] .line', { hasText: 'Round 1' }).count()).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('threats', () => {
  it('are shown on demand: what the enemy could do to whoever acts, there', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    await page.keyboard.press('t');
    const panel = page.getByRole('region', { name: 'Threats' });
    await panel.waitFor();
    await panel.locator('li, p').filter({ hasNotText: 'Looking' }).first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await panel.getByText(/ at /).waitFor();
    await panel.locator('li').first().waitFor();
    expect(await panel.locator('li').first().innerText()).toMatch(/\d+%/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await close();
  });
});

describe('two seats', () => {
  it("play together, and neither is offered the other's choices", async () => {
    const judge = await visit();
    await atOnce(judge.page);
    // The goblins come first, and send nobody to sleep.
    await open(judge.page, server.url, FORD, 4, 'judge');
    const links = await playerLinks(judge.page, 2);
    expect(new Set(links).size).toBe(2);
    const [one, two] = [await visit(), await visit()];
    await one.page.goto(links[0]!);
    await two.page.goto(links[1]!);
    await one.page.locator('[data-token]').first().waitFor();
    await two.page.locator('[data-token]').first().waitFor();
    const first = await Promise.any(
      [judge, one, two].map(async (seat) => {
        await seat.page.locator('[data-begin]:visible').waitFor();
        return seat;
      }),
    );
    await first.page.locator('[data-begin]:visible').click();
    for (const seat of [judge, one, two]) await seat.page.locator('[role=log] .line').first().waitFor();
    await hurry(judge.page);
    await Promise.any(
      [one, two].map((seat) => seat.page.locator('.screen[data-turn] [data-choice]').first().waitFor()),
    );
    const offered = async (seat: typeof one) =>
      new Set(
        await seat.page
          .locator('[data-choice]')
          .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.choice!.split(' ')[0])),
      );
    const [mine, theirs] = [await offered(one), await offered(two)];
    for (const who of mine) expect(theirs.has(who)).toBe(false);
    expect(mine.size + theirs.size, 'somebody is asked').toBeGreaterThan(0);
    for (const seat of [judge, one, two]) {
      expect(seat.errors).toEqual([]);
      await seat.close();
    }
  });

  it('tells an intent to the own side at once', async () => {
    const scenario = 'ardor/the-jolly-otter';
    const judge = await visit();
    await atOnce(judge.page);
    await open(judge.page, server.url, scenario, 4, 'judge');
    const links = await playerLinks(judge.page, 2);
    const [one, two] = [await visit(), await visit()];
    await one.page.goto(links[0]!);
    await two.page.goto(links[1]!);
    await two.page.locator('[data-token]').first().waitFor();
    // Whoever may begin begins, and the monsters show what they mean to do, until the players are asked.
    await Promise.any(
      [judge, one, two].map(async ({ page }) => {
        const button = page.locator('[data-begin]:visible');
        await button.waitFor();
        await button.click();
      }),
    );
    await hurry(judge.page);
    await one.page.locator('.screen[data-turn]').waitFor();
    await unfold(one.page);
    const was = await position(one.page);
    await one.page.locator('#tab-panel [data-choice]:visible').first().click();
    await moved(one.page, was);
    // What it is, and not only that there is one.
    for (const seat of [one, two])
      await seat.page.locator('[role=log] .line', { hasText: 'has decided: ' }).last().waitFor();
    for (const seat of [judge, one, two]) await seat.close();
  });
});
