/** Undo, typed dice, the keyboard alone, reconnection, and two seats that know different things. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, visit } from './browser';
import { atOnce, begin, logLength, open, playHastily, position, turn } from './play';
import { Server } from './server';

const FORD = 'delve/goblins-at-the-ford';
const server = new Server();
let browser: Browser;
beforeAll(async () => {
  await server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe('undo', () => {
  it('takes a free step back and does it again, by keys', async () => {
    const { page, errors, close } = await visit(browser);
    await atOnce(page);
    await open(page, server.url, FORD);
    await begin(page);
    await turn(page);
    await page.locator('#tab-move').click();
    const before = await logLength(page);
    await page.locator('#tab-panel [data-choice$="move ford"]').first().click();
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
    const { page, errors, close } = await visit(browser);
    await atOnce(page);
    await open(page, server.url, FORD);
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
    await prompt.getByLabel('Face', { exact: true }).fill(String(sides + 1));
    await prompt.getByText(`A d${sides} shows 1 to ${sides}.`).waitFor();
    await prompt.getByLabel('Face', { exact: true }).fill(String(sides));
    await page.keyboard.press('Enter');
    // Whatever else the same step wants: a 1 for each.
    for (let n = 0; n < 12; n++) {
      const line = page.locator(`[role=log] svg[aria-label="${sides}"]`).first();
      await line.or(prompt.getByText('So far:')).first().waitFor();
      if (await line.count()) break;
      const asked = await prompt.locator('p').first().innerText();
      await prompt.getByLabel('It shows 1', { exact: true }).click();
      await page.waitForFunction((was) => document.querySelector('[aria-label="Type your die"] p')?.textContent?.trim() !== was.trim(), asked);
    }
    await page.locator(`[role=log] svg[aria-label="${sides}"]`).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the keyboard alone', () => {
  it('opens a fight, moves, looks at the map, ends a turn and reads the keys', async () => {
    const { page, errors, close } = await visit(browser);
    await atOnce(page);
    await page.goto(server.url);
    await page.locator(`[data-scenario="${FORD}"]`).waitFor();
    await page.locator(`[data-scenario="${FORD}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-begin]').waitFor();
    await page.keyboard.press('r');
    await page.locator('[data-end]').waitFor();
    const start = await position(page);
    await page.keyboard.press('Space');
    expect(await position(page)).toBe(start);
    await page.keyboard.press('m');
    await page.keyboard.press('1');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-choice'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, start);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-map'))).toBe(true);
    await page.keyboard.press('Escape');
    const moved = await position(page);
    await page.keyboard.press('e');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-end'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, moved);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a server that dies', () => {
  it('is found again without a reload, with everything that was acknowledged', async () => {
    const { page, errors, close } = await visit(browser);
    await atOnce(page);
    await open(page, server.url, FORD);
    await begin(page);
    await turn(page);
    const lines = await page.locator('[role=log] .line').allInnerTexts();
    await server.kill();
    await page.getByText('Connection lost').waitFor();
    await server.start();
    await page.getByText('Connection lost').waitFor({ state: 'hidden' });
    // Monsters may have gone on; nothing that was told is lost or told otherwise.
    await turn(page);
    const after = await page.locator('[role=log] .line').allInnerTexts();
    expect(after.slice(0, lines.length)).toEqual(lines);
    await playHastily(page, 1);
    await page.waitForFunction((n) => document.querySelectorAll('[role=log] .line').length > n, after.length);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('two seats', () => {
  it("play together, and neither is offered the other's choices", async () => {
    const judge = await visit(browser);
    await atOnce(judge.page);
    await open(judge.page, server.url, FORD, 'judge');
    await judge.page.getByRole('button', { name: 'Seats and invitations' }).click();
    await judge.page.getByRole('button', { name: 'QR' }).nth(1).click();
    await judge.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    const links: string[] = [];
    for (const nth of [1, 2]) {
      const code = judge.page.locator('.code code');
      if (nth > 1) await judge.page.getByRole('button', { name: 'QR' }).nth(nth).click();
      links.push(await code.innerText());
    }
    await judge.page.keyboard.press('Escape');
    expect(new Set(links).size).toBe(2);
    const [one, two] = [await visit(browser), await visit(browser)];
    await one.page.goto(links[0]!);
    await two.page.goto(links[1]!);
    await one.page.locator('[data-token]').first().waitFor();
    await two.page.locator('[data-token]').first().waitFor();
    const first = await Promise.any([judge, one, two].map(async (seat) => {
      await seat.page.locator('[data-begin]:visible').waitFor();
      return seat;
    }));
    await first.page.locator('[data-begin]:visible').click();
    for (const seat of [judge, one, two]) await seat.page.locator('[role=log] .line').first().waitFor();
    const offered = async (seat: typeof one) => new Set(await seat.page.locator('[data-choice]').evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.choice!.split(' ')[0])));
    const [mine, theirs] = [await offered(one), await offered(two)];
    for (const who of mine) expect(theirs.has(who)).toBe(false);
    for (const seat of [judge, one, two]) {
      expect(seat.errors).toEqual([]);
      await seat.close();
    }
  });

  it('keeps an intent that lies face down from the other seat, in every byte', async () => {
    const scenario = 'ardor/the-jolly-otter';
    const judge = await visit(browser);
    await atOnce(judge.page);
    await open(judge.page, server.url, scenario, 'judge');
    await judge.page.getByRole('button', { name: 'Seats and invitations' }).click();
    const links: string[] = [];
    for (const nth of [1, 2]) {
      await judge.page.getByRole('button', { name: 'QR' }).nth(nth).click();
      links.push(await judge.page.locator('.code code').innerText());
    }
    await judge.page.keyboard.press('Escape');
    const [one, two] = [await visit(browser), await visit(browser)];
    const received: string[] = [];
    two.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await one.page.goto(links[0]!);
    await two.page.goto(links[1]!);
    // The judge lets the monsters show what they mean to do, until the players are asked.
    const mine = one.page.locator('#tab-panel [data-choice]');
    for (let n = 0; n < 60 && !(await mine.count()); n++) {
      await Promise.any([judge.page.locator('[data-go]:visible, [data-begin]:visible').first().waitFor(), mine.first().waitFor()]);
      if (await judge.page.locator('[data-go]:visible, [data-begin]:visible').count()) await judge.page.locator('[data-go]:visible, [data-begin]:visible').first().click().catch(() => undefined);
    }
    const before = received.length;
    const secret = (await mine.first().getAttribute('data-choice'))!;
    await mine.first().click();
    await one.page.locator('[role=log] .line', { hasText: 'committed' }).last().waitFor();
    await two.page.locator('[role=log] .line', { hasText: 'committed' }).last().waitFor();
    expect(received.length).toBeGreaterThan(before);
    for (const frame of received.slice(before)) expect(frame.includes(secret)).toBe(false);
    for (const seat of [judge, one, two]) await seat.close();
  });
});
