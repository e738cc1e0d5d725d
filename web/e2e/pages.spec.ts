/** Every page at every width: nothing sticks out, axe finds nothing serious, replays scrub, the first load is small. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { serious } from './axe';
import { NARROW, PHONE, TABLET } from './browser';
import { atOnce, begin, DUEL, open, playHastily, scenarios, seeded, turn } from './play';
import { stage } from './stage';
import { finish, playOn } from './wire';

const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();
let systems: { system: string; id: string }[];
beforeAll(async () => {
  const all = await scenarios(server.url);
  systems = [...new Map(all.map((one) => [one.system, one])).values()];
});

const sticksOut = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('accessibility', () => {
  /** In the dark only colours are others: the rest was looked at in the light. */
  const looked = { light: undefined, dark: 'color-contrast' } as const;
  for (const colorScheme of ['light', 'dark'] as const) {
    const seriousHere = (page: Page) => serious(page, looked[colorScheme]);

    it(`axe finds nothing serious on the start page and around a fight, ${colorScheme}`, async () => {
      const { page, close } = await visit({ colorScheme });
      await atOnce(page);
      await page.goto(server.url);
      await page.locator('[data-scenario]').first().waitFor();
      expect(await seriousHere(page), 'start page').toEqual([]);
      await page.getByText('A scenario of your own').click();
      await page.getByLabel('Scenario text').fill('system = "delve"\ntitel = "x"\n');
      await page.locator('.problems li').first().waitFor();
      expect(await seriousHere(page), 'upload').toEqual([]);
      await open(page, server.url, FORD, 4);
      await page.keyboard.press('?');
      expect(await seriousHere(page), 'keys').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
      await page.locator('.drawer h2').first().waitFor();
      expect(await seriousHere(page), 'rules').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Seats and invitations' }).click();
      expect(await seriousHere(page), 'seats').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      expect(await seriousHere(page), 'settings').toEqual([]);
      await page.keyboard.press('Escape');
      await begin(page);
      await turn(page);
      await page.keyboard.press('ArrowRight');
      await page.locator('svg rect.cursor').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.menu').waitFor();
      expect(await seriousHere(page), 'menu of a zone').toEqual([]);
      await page.keyboard.press('Escape');
      await finish(page);
      expect(await seriousHere(page), 'end of a fight').toEqual([]);
      await page.getByRole('button', { name: 'Result and replay' }).click();
      await page.getByLabel('Time line').waitFor();
      expect(await seriousHere(page), 'result').toEqual([]);
      await open(page, server.url, FORD, 4, 'judge');
      await page.locator('#tab-judge').click();
      expect(await seriousHere(page), 'judge').toEqual([]);
      await page.goto(`${server.url}/t/nowhere`);
      await page.getByRole('heading').waitFor();
      expect(await seriousHere(page), 'a table without a seat').toEqual([]);
      await close();
    });

    it(`axe finds nothing serious at a table of any system, ${colorScheme}`, async () => {
      const { page, close } = await visit({ colorScheme });
      await atOnce(page);
      const looked = new Set<string>();
      for (const { system, id } of systems) {
        await open(page, server.url, `${system}/${id}`, 4);
        expect(await playOn(page, 1)).toBe(false);
        // Who has to answer goes nowhere, and has no tab for that.
        const tabs = await page.locator('[role=tab][id^=tab-]').evaluateAll((all) => all.map((tab) => tab.id));
        for (const tab of tabs) {
          await page.locator(`#${tab}`).click();
          expect(await seriousHere(page), `${system}, ${tab}`).toEqual([]);
          looked.add(tab);
        }
      }
      expect([...looked].toSorted()).toEqual(['tab-action', 'tab-move', 'tab-stats']);
      await close();
    });
  }
});

describe('widths', () => {
  for (const [name, size] of [
    ['phone', PHONE],
    ['narrow', NARROW],
    ['tablet', TABLET],
  ] as const) {
    it(`nothing sticks out, and a fight can be played, on a ${name}`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await page.goto(server.url);
      await page.locator('[data-scenario]').first().waitFor();
      expect(await sticksOut(page)).toBeLessThanOrEqual(0);
      for (const { system, id } of systems) {
        await open(page, server.url, `${system}/${id}`, 4);
        await begin(page);
        await playHastily(page, 3);
        expect(await sticksOut(page), system).toBeLessThanOrEqual(0);
        if (name === 'phone') expect(await serious(page), system).toEqual([]);
      }
      expect(errors).toEqual([]);
      await close();
    });
  }
});

describe('the first load', () => {
  it('is under 120 KiB compressed, and under 200 with the table', async () => {
    const { page, close } = await visit({}, true);
    const bodies: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      if (!request.url().includes('/api/')) bodies.push(request.sizes().then((sizes) => sizes.responseBodySize));
    });
    await page.goto(server.url);
    await page.locator('[data-scenario]').first().waitFor();
    const start = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    expect(start).toBeGreaterThan(10_000);
    expect(start).toBeLessThan(120 * 1024);
    await seeded(page, 4);
    await page.locator(`[data-scenario="${FORD}"]`).click();
    await page.locator('[data-token]').first().waitFor();
    const all = (await Promise.all(bodies)).reduce((sum, size) => sum + size, 0);
    console.log(`first load: ${(start / 1024).toFixed(0)} KiB, with the table ${(all / 1024).toFixed(0)} KiB`);
    expect(all).toBeLessThan(200 * 1024);
    await close();
  });
});

describe('the replay', () => {
  it('scrubs through a fight that is over', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await finish(page);
    await page.getByRole('button', { name: 'Result and replay' }).click();
    const line = page.getByLabel('Time line');
    await line.waitFor();
    const steps = Number(await line.getAttribute('max'));
    expect(steps).toBeGreaterThan(10);
    await page.getByText(`${steps} / ${steps}`).waitFor();
    const all = await page.locator('[role=log] .line').count();
    await line.focus();
    await page.keyboard.press('Home');
    await page.getByText(`0 / ${steps}`).waitFor();
    expect(await page.locator('[role=log] .line').count()).toBeLessThan(all);
    await page.keyboard.press('ArrowRight');
    await page.getByText(`1 / ${steps}`).waitFor();
    expect(await serious(page)).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  }, 240_000);
});

describe("a scenario of one's own", () => {
  it('shows what is wrong at its line, and plays when nothing is', async () => {
    const { page, errors, close } = await visit();
    await page.goto(server.url);
    await page.getByText('A scenario of your own').click();
    const text = page.getByLabel('Scenario text');
    await text.fill("system = 'delve'\ntitle = 'Duel'\nawre = ['heroes']\n");
    await page.locator('.problems').getByText('line 3').waitFor();
    await seeded(page, 4);
    await text.fill(DUEL);
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.getByRole('heading', { name: 'Duel in the lane' }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
