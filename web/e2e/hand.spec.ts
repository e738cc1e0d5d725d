/** What hands do at the table: pointing, dragging, holding, standing answers, monsters that act, looking up rules. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE } from './browser';
import { actAs, atOnce, begin, choices, moved, open, position, turn } from './play';
import { stage } from './stage';
import { untilReaction } from './wire';

const FORD = 'delve/goblins-at-the-ford';
/** Shoots across the ford; the others there have to wade first, or cast. */
const ARCHER = 'Pell';
const { server, visit } = stage();

/** A fight at the ford in which the goblins come first and a hero is asked now. */
async function atTheFord(page: Page): Promise<void> {
  await atOnce(page);
  await open(page, server.url, FORD, 4);
  await begin(page);
  expect(await turn(page)).toBe(false);
}

async function middle(what: Locator): Promise<{ x: number; y: number }> {
  const box = (await what.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
const card = (page: Page, name: string) => page.locator('svg .card', { has: page.locator('.name', { hasText: name }) });

describe('pointing', () => {
  it('at a choice lights up its target and unfolds the odds; at a token it lights up its choices', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await actAs(page, ARCHER);
    const choice = page.locator('#tab-panel [data-choice*="goblin-2"]').first();
    await choice.hover();
    await page.locator('[data-token="goblin-2"] .token.lit').waitFor();
    expect(await page.locator('.meaning').innerText()).toMatch(/\d+% of the time/);
    await page.locator('.meaning figure').waitFor();
    const goblin = await middle(page.locator('[data-token="goblin-2"]'));
    await page.mouse.move(goblin.x, goblin.y);
    await page.locator('#tab-panel .concerned[data-choice*="goblin-2"]').first().waitFor();
    expect(await page.locator('#tab-panel .concerned[data-choice*="goblin-1 "]').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows what can be seen from a zone as dotted lines, on demand', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await page.mouse.move(5, 5);
    expect(await page.locator('[data-sight]').count()).toBe(0);
    await page.keyboard.press('v');
    await page.locator('[data-sight]').first().waitFor();
    // From the near bank the far one is seen across the ford, and the copse is not.
    expect(
      (
        await page.locator('[data-sight]').evaluateAll((all) => all.map((line) => line.getAttribute('data-sight')!))
      ).toSorted(),
    ).toEqual(['near-bank far-bank', 'near-bank ford']);
    expect(await card(page, 'Copse').innerHTML()).toContain('out of sight');
    await page.getByRole('button', { name: 'Lines of sight' }).click();
    await page.mouse.move(5, 5);
    await page.locator('[data-sight]').first().waitFor({ state: 'detached' });
    const copse = await middle(card(page, 'Copse'));
    await page.mouse.move(copse.x, copse.y);
    await page.locator('[data-sight="copse far-bank"]').waitFor({ state: 'attached' });
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a token', () => {
  it('is dragged to another zone, and what that means is told on the way', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await page.locator('#tab-move').click();
    const choice = (await page.locator('#tab-panel [data-choice$="move ford"]').first().getAttribute('data-choice'))!;
    const who = choice.split(' ')[0]!;
    const [from, to] = [await middle(page.locator(`[data-token="${who}"]`)), await middle(card(page, 'The ford'))];
    const before = await position(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator('.told', { hasText: 'The ford' }).waitFor();
    await page.mouse.up();
    await moved(page, before);
    await page.locator('[role=log] .line', { hasText: 'The ford' }).first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('shows path and price while it is dragged over squares, and goes there', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    for (let n = 0; n < 12 && !(await page.locator('svg .step').count()); n++) {
      await begin(page);
      if (await turn(page)) throw new Error('it is over');
      if (await page.locator('[data-begin]:visible').count()) continue;
      await page.locator('#tab-move').click();
      await page.locator('svg .step, #tab-panel .over').first().waitFor();
    }
    // Where one can go is lit before anything is taken up; the way there is drawn only for whom a hand moves.
    await page.locator('#tab-action').click();
    expect(await page.locator('svg .path').count()).toBe(0);
    const from = await middle(page.locator('[data-token]:has(.pulse)'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 12, { steps: 3 });
    const step = page.locator('svg .step').nth(3);
    const to = await middle(step);
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.locator('svg .path').waitFor();
    expect(await page.locator('svg .cost-text').textContent()).toMatch(/^\d+$/);
    const before = await position(page);
    await page.mouse.up();
    await moved(page, before);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a finger that rests', () => {
  it('unfolds what a choice means and does not make it', async () => {
    const { page, errors, close } = await visit(PHONE);
    await atTheFord(page);
    await actAs(page, ARCHER);
    const before = await position(page);
    const choice = page.locator('#tab-panel [data-choice*="goblin"]').first();
    await choice.scrollIntoViewIfNeeded();
    await choice.tap();
    const told = page.locator('.meaning.asked');
    await told.waitFor();
    await told.locator('figure').waitFor();
    // All of it is on the screen, the way to close it too.
    const box = (await told.getByRole('button', { name: 'Close' }).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    await told.getByRole('button', { name: 'Close' }).click();
    await told.waitFor({ state: 'detached' });
    expect(await position(page)).toBe(before);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the rule', () => {
  it('is told by a line of the log, by what cannot be done, and by undo that stops', async () => {
    const { page, errors, close } = await visit();
    await atTheFord(page);
    await page.locator('[role=log] .rule').last().click();
    await page.locator('.drawer h2').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    // Dice fell: the goblins' arrows cannot be taken back by a player.
    const undo = page.getByRole('button', { name: /^Undo: .*(Dice fell|judge)/ });
    await undo.click({ force: true });
    await page.getByRole('alert').getByText('That cannot be undone here.').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
    // What cannot be done now says by which rule.
    const before = await position(page);
    await actAs(page, ARCHER);
    await page.locator('#tab-panel [data-choice*="goblin"]').first().click();
    await moved(page, before);
    await turn(page);
    await page.getByText('Why not something else?').click();
    await page.getByRole('list', { name: 'What cannot be done now, and why' }).locator('.rule').first().click();
    await page.locator('.drawer h2').first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

describe('monsters', () => {
  it('say what they mean to do and wait for Go, until they are let act by themselves', async () => {
    const { page, errors, close } = await visit();
    await page.addInitScript(() =>
      localStorage.setItem(
        'fracas.settings',
        JSON.stringify({ speed: 'instant', theme: 'system', byThemselves: false }),
      ),
    );
    await open(page, server.url, FORD, 4);
    await begin(page);
    const go = page.locator('[data-go]');
    await go.waitFor();
    expect(await page.locator('.wait p').innerText()).toMatch(/\p{L}{3}/u);
    const before = await position(page);
    await go.click();
    await moved(page, before);
    await go.waitFor();
    const next = await position(page);
    await page.keyboard.press('g');
    await moved(page, next);
    await go.waitFor();
    await page.getByLabel('Monsters act by themselves').check();
    await page.locator('#tab-panel [data-choice]').first().waitFor();
    expect(await go.count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a reaction', () => {
  for (const [where, size] of [
    ['beside a large map', {}],
    ['in the sheet of a phone', PHONE],
  ] as const) {
    it(`is a small question ${where}, and can be answered for good`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await open(page, server.url, 'heed/ogre-bridge', 7);
      await untilReaction(page);
      const always = page.getByLabel('always answer this way');
      await always.waitFor();
      const answers = page.locator('[data-answer]:visible');
      expect(await answers.count()).toBe(where.includes('phone') ? 0 : 2);
      if (await answers.count()) {
        // Beside the fight, not over it.
        const [prompt, map] = [
          (await page.locator('.prompt').boundingBox())!,
          (await page.locator('main.map').boundingBox())!,
        ];
        expect(prompt.x).toBeGreaterThanOrEqual(map.x + map.width);
        expect(prompt.height).toBeLessThan(map.height * 0.4);
      }
      await always.check();
      const was = await position(page);
      await choices(page).first().click();
      await moved(page, was);
      await page.getByRole('button', { name: 'Settings' }).click();
      const settings = page.getByRole('dialog', { name: 'Settings' });
      await settings.getByText('Standing answers').waitFor();
      await settings.getByRole('button', { name: 'ask me again' }).first().click();
      await settings.getByText('Standing answers').waitFor({ state: 'detached' });
      expect(errors).toEqual([]);
      await close();
    });
  }
});

describe('keys and motion', () => {
  it('open the tabs and the log, move a cursor, and leave the field', async () => {
    const { page, errors, close } = await visit({ reducedMotion: 'reduce' });
    await atTheFord(page);
    for (const [key, tab] of [
      ['s', 'stats'],
      ['m', 'move'],
      ['a', 'action'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.locator(`#tab-${tab}`).getAttribute('aria-selected')).toBe('true');
    }
    await page.keyboard.press('l');
    await page.locator('.screen.reading').waitFor();
    await page.keyboard.press('l');
    await page.locator('.screen.reading').waitFor({ state: 'detached' });
    await page.locator('[data-map]').focus();
    for (const key of ['l', 'l', 'j']) await page.keyboard.press(key);
    await page.locator('svg rect.cursor').waitFor();
    await page.keyboard.press('Escape');
    // Whoever asks for less motion gets none.
    expect(
      await page
        .locator('.pulse')
        .first()
        .evaluate((pulse) => getComputedStyle(pulse).animationName),
    ).toBe('none');
    const before = await position(page);
    await page.getByRole('button', { name: 'Retreat' }).click();
    const question = page.getByRole('dialog', { name: 'Retreat?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await position(page)).toBe(before);
    await page.getByRole('button', { name: 'Retreat' }).click();
    await question.getByRole('button', { name: 'Retreat' }).click();
    await moved(page, before);
    await page
      .locator('[role=log] .line', { hasText: /leaves|flees|retreat/i })
      .first()
      .waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
