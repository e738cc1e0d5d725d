/** The judge's hand: what is set, put on, moved, brought in, taken back and ended, by clicking. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { atOnce, begin, open, outcome, playerLinks } from './play';
import { stage } from './stage';

const ADVENTURES = [
  { system: 'ardor', id: 'the-false-light' },
  { system: 'delve', id: 'the-drowned-priory' },
  { system: 'heed', id: 'saltmarrow-cellars' },
  { system: 'ranks', id: 'the-reeves-road' },
  { system: 'twelves', id: 'the-drowned-mint' },
];
const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();

const judged = (page: Page) => page.locator('[role=log] .line.judge');

/** Does something, and waits until the log tells it. */
async function tells(page: Page, act: () => Promise<void>): Promise<string> {
  const before = await judged(page).count();
  await act();
  await judged(page).nth(before).waitFor();
  return judged(page).last().innerText();
}

/** Taps the middle of the map, which is a zone in this scenario or the way between two. */
async function tapToken(page: Page, id: string): Promise<void> {
  const box = (await page.locator(`[data-token="${id}"]`).first().boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** One red pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe("the judge's hand", () => {
  it('changes everything by clicking, and each act is a line of the log', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4, 'judge');
    await begin(page);
    await page.locator('#tab-judge').click();
    await page.locator('.order .row', { hasText: 'Goblin' }).first().click();
    const name = await page.locator('.info h2').innerText();
    const health = page.locator('.hand input[type=number]').first();

    // Set a number.
    const value = Number(await health.inputValue());
    expect(await tells(page, () => page.locator('.hand .step').nth(0).click())).toContain(name);
    await page.waitForFunction(
      (n) => Number(document.querySelector<HTMLInputElement>('.hand input[type=number]')?.value) === n,
      value - 1,
    );

    // Put a condition on, from the system's own list, and lift it.
    const conditions = page.locator('.hand').getByLabel('Condition', { exact: true });
    await conditions.locator('option').nth(1).waitFor({ state: 'attached' });
    await conditions.selectOption({ index: 1 });
    await tells(page, () => page.getByRole('button', { name: 'Put on' }).click());
    const lifted = await page.getByRole('button', { name: 'Lift' }).count();
    expect(lifted).toBeGreaterThan(0);
    await tells(page, () => page.getByRole('button', { name: 'Lift' }).first().click());
    expect(await page.getByRole('button', { name: 'Lift' }).count()).toBe(lifted - 1);

    // Bring somebody in, where the map is tapped.
    const tokens = await page.locator('[data-token]').count();
    await page.locator('.hand').getByLabel('Creature', { exact: true }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Add…' }).click();
    await page.getByText('Tap where').waitFor();
    await tells(page, () => tapToken(page, 'brakk'));
    expect(await page.locator('[data-token]').count()).toBe(tokens + 1);

    // Take it back.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction((n) => document.querySelectorAll('[data-token]').length === n, tokens);

    // Stop the clock and go on.
    await page.locator('.hand').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused by the judge.').waitFor();
    await page.locator('.hand').getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Paused by the judge.').waitFor({ state: 'hidden' });

    // Move somebody where the map is tapped; favour a roll; choose its dice; take somebody off the table.
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByText('Tap where').waitFor();
    expect(await tells(page, () => tapToken(page, 'brakk'))).toContain(name);
    await page.locator('.hand').getByLabel('Modifier').fill('2');
    expect(await tells(page, () => page.getByRole('button', { name: 'Favour' }).click())).toContain(name);
    await page.locator('.hand').getByLabel('Faces').fill('20, 6');
    expect(await tells(page, () => page.getByRole('button', { name: 'Choose dice' }).click())).toContain(name);
    const left = await page.locator('[data-token]').count();
    expect(await tells(page, () => page.getByRole('button', { name: 'Take off the table' }).click())).toContain(name);
    expect(await page.locator('[data-token]').count()).toBe(left - 1);

    // Nothing of the hand sticks out of its column.
    expect(
      await page.locator('#tab-panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
    ).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'heroes win' }).click();
    await outcome(page).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('hides tokens and zones with a click each, and players see nothing of them until they are revealed', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4, 'judge');
    const [link] = await playerLinks(page, 1);
    const player = await visit();
    await atOnce(player.page);
    await player.page.goto(link!);
    await player.page.locator('[data-token="goblin-2"]').waitFor();
    await page.locator('#tab-judge').click();
    await page.getByRole('button', { name: 'Hide or reveal…' }).click();
    await tells(page, () => tapToken(page, 'goblin-2'));
    await player.page.locator('[data-token="goblin-2"]').waitFor({ state: 'detached' });
    await page.locator('[data-token="goblin-2"] .veiled').waitFor();
    // What is done to it is nobody else's business.
    await page.getByRole('button', { name: 'done', exact: true }).click();
    await page.locator('.order .row', { hasText: 'Goblin 2' }).click();
    expect(await tells(page, () => page.locator('.hand .step').first().click())).toContain('Goblin 2');
    await page.getByRole('button', { name: 'Hide or reveal…' }).click();
    // A zone, where nobody stands in the way of the tap.
    const copse = (await page.locator('svg .card', { hasText: 'Copse' }).boundingBox())!;
    await tells(page, () => page.mouse.click(copse.x + copse.width / 2, copse.y + 8));
    await page.locator('svg .card.veiled', { hasText: 'Copse' }).waitFor();
    await player.page.locator('svg .card', { hasText: 'Copse' }).waitFor({ state: 'detached' });
    expect(await player.page.locator('body').innerText()).not.toMatch(/copse|hidden until/i);
    expect(await judged(player.page).allInnerTexts()).toEqual([]);
    await tells(page, () => page.mouse.click(copse.x + copse.width / 2, copse.y + 8));
    await player.page.locator('svg .card', { hasText: 'Copse' }).waitFor();
    await tells(page, () => tapToken(page, 'goblin-2'));
    await player.page.locator('[data-token="goblin-2"]').waitFor();
    expect([...errors, ...player.errors]).toEqual([]);
    await player.close();
    await close();
  });

  it('brings pictures for the map and as handouts, and walls of a map of another program', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4, 'judge');
    const [link] = await playerLinks(page, 1);
    const player = await visit();
    await atOnce(player.page);
    await player.page.goto(link!);
    await player.page.locator('[data-token]').first().waitFor();
    await page.locator('#tab-judge').click();
    const bring = page.locator('.bring input');
    const image = Buffer.from(PICTURE, 'base64');
    await bring.setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: image });
    await page.getByLabel('Who sees letter.png').selectOption('everyone');
    await player.page.getByRole('dialog', { name: 'Handouts' }).getByRole('img', { name: 'letter.png' }).waitFor();
    await player.page.keyboard.press('Escape');
    await page.getByLabel('Who sees letter.png').selectOption('map');
    await player.page.locator('svg image').waitFor({ state: 'attached' });
    // What is no picture is refused in words.
    await bring.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.locator('.failed').waitFor();

    const map = {
      format: 0.3,
      resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: 16, y: 12 }, pixels_per_grid: 10 },
      line_of_sight: [
        [
          { x: 7, y: 0 },
          { x: 7, y: 5 },
        ],
      ],
      portals: [],
      image: PICTURE,
    };
    const file = { name: 'hall.uvtt', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(map)) };
    await bring.setInputFiles(file);
    await page.getByText('16 by 12 squares').waitFor();
    const before = page.url();
    await page.locator('[data-anew]').click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator('svg image').waitFor({ state: 'attached' });
    await page.locator('svg .coordinate', { hasText: '15' }).waitFor({ state: 'attached' });
    expect([...errors, ...player.errors]).toEqual([]);
    await player.close();
    await close();
  });

  for (const { system, id } of ADVENTURES) {
    it(`rules over an adventure by clicking, in ${system}`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await open(page, server.url, `${system}/${id}`, 4, 'judge');
      const gauges = page.getByRole('list', { name: "The party's time and supplies" });
      await gauges.locator('li').first().waitFor();
      await page.locator('#tab-judge').click();
      await page.locator('.order .row').first().click();
      const hand = page.locator('.hand');

      // A gauge: whichever can be set to a number.
      await hand.getByLabel('Gauge', { exact: true }).selectOption({ index: 1 });
      await hand.getByLabel("Gauge's value").fill('3');
      await hand.getByRole('button', { name: 'Set', exact: true }).click();
      await judged(page).first().or(page.getByRole('alert')).first().waitFor();

      // A gift and an encounter, from the adventure's own lists.
      await hand.getByLabel('Gift', { exact: true }).selectOption({ index: 1 });
      await tells(page, () => hand.getByRole('button', { name: 'Give' }).click());
      await hand.getByLabel('Encounter', { exact: true }).selectOption({ index: 1 });
      await hand.getByLabel('Its fate').selectOption('gone');
      await tells(page, () => hand.getByRole('button', { name: 'So be it' }).click());
      expect(
        await page.locator('#tab-panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
      ).toBeLessThanOrEqual(0);

      // Met now, and with that all of it ends.
      await hand.getByLabel('Encounter', { exact: true }).selectOption({ index: 2 });
      await hand.getByLabel('Its fate').selectOption('now');
      await tells(page, () => hand.getByRole('button', { name: 'So be it' }).click());
      await hand.locator('[data-ends="end-adventure"]').getByRole('button', { name: 'nobody' }).click();
      await outcome(page).waitFor();
      expect(errors).toEqual([]);
      await close();
    });
  }

  it('hands a hero over from one seat to another', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4, 'judge');
    await page.getByRole('button', { name: 'Seats and invitations' }).click();
    const seats = page.locator('dialog li', { has: page.locator('.heroes') });
    const name = (await seats.nth(1).locator('.hero[aria-pressed=true]').getAttribute('title'))!.replace('Take ', '');
    await seats.nth(0).locator(`.hero[title="Give ${name}"]`).click();
    await seats.nth(0).locator('.hero[aria-pressed=true]', { hasText: name }).waitFor();
    await seats.nth(1).locator('.hero[aria-pressed=false]', { hasText: name }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('hands a seat to a mind and takes it back', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4, 'judge');
    await page.getByRole('button', { name: 'Seats and invitations' }).click();
    const mind = page.getByLabel('a mind plays').first();
    const before = await mind.isChecked();
    await mind.click();
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>('dialog input[type=checkbox]')?.checked !== was,
      before,
    );
    await page
      .getByText('played by a mind')
      .first()
      .waitFor({ state: before ? 'hidden' : 'visible' });
    await page.getByRole('button', { name: 'Another watcher' }).click();
    await page.locator('dialog li', { hasText: 'Watcher' }).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
