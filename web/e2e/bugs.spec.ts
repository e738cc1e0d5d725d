/** What once went wrong at the table, each in a test of its own. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CELL } from '../src/map/places';
import type { ServerMessage, State } from '../src/types';
import { PHONE, type Visit } from './browser';
import { actAs, atOnce, begin, moved, open, position, turn, unfold } from './play';
import { Server } from './server';
import { stage } from './stage';
import { finish } from './wire';

const FORD = 'delve/goblins-at-the-ford';
/** Shoots across the ford; the others there have to wade first, or cast. */
const ARCHER = 'Pell';
const { server, visit } = stage();

/** States are changed on their way to the page. */
async function changed(seat: Visit, change: (state: State) => void): Promise<void> {
  await seat.page.routeWebSocket(/\/live/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((data) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'state') change(message);
      socket.send(JSON.stringify(message));
    });
  });
}

async function atTheFord(page: Page): Promise<void> {
  await atOnce(page);
  await open(page, server.url, FORD, 4);
  await begin(page);
  expect(await turn(page)).toBe(false);
}

/** Long enough for a busy machine. */
const POLL = { timeout: 60_000, interval: 500 };
const PROMPT = '[aria-label="Type your die"]';

describe('bugs', () => {
  it('draws hidden combatants for those who know of them, dashed and translucent', async () => {
    const seat = await visit();
    await atOnce(seat.page);
    await changed(seat, ({ view }) => {
      const hero = view.tokens.find((token) => token.side === 'heroes')!;
      hero.badges.push({ name: 'xyzzy', means: '', good: true, mark: 'hidden' });
    });
    await open(seat.page, server.url, FORD, 4);
    const token = seat.page.locator('.token.veiled').first();
    await token.waitFor();
    const box = (await token.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThan(20);
    const shape = await token.locator('.shape').evaluate((path) => {
      const { strokeDasharray, fillOpacity, clipPath, position } = getComputedStyle(path);
      return { strokeDasharray, fillOpacity: Number(fillOpacity), clipPath, position };
    });
    expect(shape.strokeDasharray).not.toBe('none');
    expect(shape.fillOpacity).toBeLessThan(0.6);
    expect(await token.evaluate((group) => getComputedStyle(group).clipPath)).toBe('none');
    expect(seat.errors).toEqual([]);
    await seat.close();
  });

  for (const [scenario, seed] of [
    ['heed/ogre-bridge', 7],
    ['ranks/toll-bridge', 4],
  ] as const) {
    it(`opens the rule that a line of the log names in ${scenario}`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await open(page, server.url, scenario, seed);
      await begin(page);
      await turn(page);
      await page.locator('[role=log] .rule').first().click();
      const drawer = page.locator('.drawer');
      await drawer.locator('.clause.wanted').first().waitFor();
      expect(await drawer.innerText()).not.toContain('not spelled out');
      expect(errors).toEqual([]);
      await close();
    });
  }

  it('lays dice on the table beside whoever rolled them', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await actAs(page, ARCHER);
    await unfold(page);
    // How long they stay is a matter of `tests/throws.test.ts`; here they lie on the table, with what they came to.
    // It is looked for from before the click on: on a busy machine they may be gone soon after.
    const laid = page.waitForFunction(
      () => document.querySelector('.tray svg') && document.querySelector('.tray .sum')?.textContent,
    );
    // What was rolled stands over them; what was rolled before may still lie there.
    const words = page.waitForFunction(() => document.querySelector('.rolled')?.textContent?.startsWith('Pell shoots'));
    await page.locator('#tab-panel [data-choice*="goblin"]').first().click();
    expect(await (await laid).jsonValue()).toMatch(/= -?\d+/);
    await words;
    expect(errors).toEqual([]);
    await close();
  });

  it('never says that no dice fall where some do', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await actAs(page, ARCHER);
    await unfold(page);
    expect(await page.getByText('No dice').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('takes no click for what slid under the pointer', async () => {
    const { page, errors, close } = await visit({}, true);
    await page.clock.install();
    await atTheFord(page);
    await page.locator('#tab-move').click();
    const choice = page.locator('#tab-panel [data-choice$="move ford"]').first();
    await page.locator('.screen:not(.settling)').waitFor();
    const box = (await choice.boundingBox())!;
    const was = await position(page);
    // The page's time stands still, however slow the machine is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.mouse.click(box.x + 40, box.y + 10);
    await moved(page, was);
    const there = await position(page);
    expect(await page.locator('.screen.settling').count()).toBe(1);
    // Where the first was, and everywhere else in the list.
    for (const y of [10, 60, 110]) await page.mouse.click(box.x + 40, box.y + y);
    expect(await position(page)).toBe(there);
    await page.clock.resume();
    await page.locator('.screen:not(.settling)').waitFor();
    expect(await position(page)).toBe(there);
    expect(errors).toEqual([]);
    await close();
  });

  it('moves nobody on the first tap of a finger on a square', async () => {
    const { page, errors, close } = await visit(PHONE);
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    for (let n = 0; n < 12 && !(await page.locator('svg .step').count()); n++) {
      await begin(page);
      await turn(page);
    }
    const was = await position(page);
    // The map may still find its place on a busy machine.
    const tap = async () => {
      const step = (await page.locator('svg .step').first().boundingBox())!;
      await page.touchscreen.tap(step.x + step.width / 2, step.y + step.height / 2);
    };
    await page.locator('.screen:not(.settling)').waitFor();
    await tap();
    await page.locator('svg .cost-text').first().waitFor();
    expect(await position(page)).toBe(was);
    const acted = async () => {
      if ((await position(page)) === was) await tap();
      return position(page);
    };
    await expect.poll(acted, POLL).not.toBe(was);
    expect(errors).toEqual([]);
    await close();
  });

  it('gives no reason that makes no sense, and no code of the rules, for what cannot be done', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    const was = await position(page);
    await actAs(page, ARCHER);
    await unfold(page);
    await page.locator('#tab-panel [data-choice*="goblin"]').first().click();
    await moved(page, was);
    await turn(page);
    const why = page.getByText('Why not something else?');
    if (await why.count()) {
      await why.click();
      const text = await page.getByRole('list', { name: 'What cannot be done now, and why' }).innerText();
      expect(text).not.toMatch(/no enemy/i);
      expect(text).not.toMatch(/[A-Z]{4,}-[A-Z]\d/);
    }
    expect(await page.locator('#tab-panel').innerText()).not.toMatch(/[A-Z]{4,}-[A-Z]\d/);
    expect(await page.locator('[role=log]').first().innerText()).not.toMatch(/[A-Z]{4,}-[A-Z]\d/);
    expect(errors).toEqual([]);
    await close();
  });

  it('says that the connection is lost though the table is paused', async () => {
    const mortal = new Server();
    await mortal.start();
    const seat = await visit();
    await atOnce(seat.page);
    await changed(seat, (state) => (state.paused = true));
    await open(seat.page, mortal.url, FORD, 4);
    await seat.page.getByText('Paused by the judge.').waitFor();
    await mortal.kill();
    const lost = seat.page.getByText('Connection lost');
    await lost.waitFor();
    const [a, b] = [(await lost.boundingBox())!, (await seat.page.getByText('Paused by the judge.').boundingBox())!];
    expect(a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true);
    await seat.close();
    await mortal.stop();
  });

  it('takes a refusal off the table by itself', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await page.keyboard.press('u');
    const notice = page.getByRole('alert').getByText('That cannot be undone here.');
    await notice.waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  });

  it('writes no two names over each other', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'twelves/worm-orchard', 4);
    const boxes = await page.locator('svg .token .name').evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    expect(boxes.length).toBeGreaterThan(2);
    for (const [n, a] of boxes.entries())
      for (const b of boxes.slice(n + 1)) {
        const overlap =
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
        expect(overlap, JSON.stringify([a, b])).toBe(false);
      }
    expect(errors).toEqual([]);
    await close();
  });

  it('shows the map, not fog, when a fight on squares is over', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    await begin(page);
    await finish(page);
    // Nothing that was ever seen lies in the fog.
    const { seen, hidden } = await page.evaluate((cell) => {
      const [fog, floor] = ['fog', 'floor'].map((name) => document.querySelector<SVGPathElement>(`svg .${name}`)!);
      const { x, y, width, height } = floor!.getBBox();
      let [seen, hidden] = [0, 0];
      for (let across = x + cell / 2; across < x + width; across += cell)
        for (let down = y + cell / 2; down < y + height; down += cell) {
          const point = new DOMPoint(across, down);
          if (!floor!.isPointInFill(point)) continue;
          seen++;
          if (fog!.isPointInFill(point)) hidden++;
        }
      return { seen, hidden };
    }, CELL);
    expect(seen).toBeGreaterThan(50);
    expect(hidden).toBe(0);
    expect(errors).toEqual([]);
    await close();
  }, 300_000);

  it('takes several typed dice at once, and keeps the good ones before a wrong one', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('I roll and type').check();
    await page.keyboard.press('Escape');
    // Initiative: the table's own two dice are asked for.
    await page.locator('[data-begin]:visible').click();
    const prompt = page.locator(PROMPT);
    await prompt.waitFor();
    await prompt.getByLabel('Faces', { exact: true }).fill('3 99');
    await page.keyboard.press('Enter');
    await prompt.getByText('99 is no face of').waitFor();
    await prompt.getByText('So far: 3').waitFor();
    const was = await position(page);
    await prompt.getByLabel('Faces', { exact: true }).fill('2');
    await page.keyboard.press('Enter');
    await moved(page, was);
    expect(errors).toEqual([]);
    await close();
  });

  it('never asks for a die when cards are drawn', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('I roll and type').check();
    await page.keyboard.press('Escape');
    const prompt = page.locator(PROMPT);
    const begins = page.locator('[data-begin]:visible');
    let dice = 0;
    // Until a hero of this seat has a turn, with cards in hand; monsters may come first, and their dice are typed too.
    for (let n = 0; n < 200; n++) {
      await prompt.or(page.locator('.screen[data-turn]')).first().waitFor();
      if (await prompt.count()) {
        const asked = await prompt.innerText();
        expect(asked).toMatch(/\(d(4|6|8|10|12|20|100)\)/);
        expect(asked).not.toMatch(/card/);
        dice++;
        await prompt.getByLabel('It shows 1', { exact: true }).click();
        await page.waitForFunction(
          ([was, prompt]) => (document.querySelector<HTMLElement>(prompt!)?.innerText ?? '') !== was,
          [asked, PROMPT],
        );
      } else if (await begins.count()) {
        const was = await position(page);
        await begins.first().click();
        await page.waitForFunction(
          ([was, prompt]) =>
            document.querySelector<HTMLElement>('.screen')?.dataset.position !== was ||
            document.querySelector(prompt!) !== null,
          [was, PROMPT],
        );
      } else break;
    }
    expect(dice).toBeGreaterThan(0);
    await page.locator('[role=log] .line', { hasText: ' draws ' }).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
