/** The controls beside the map: how a fight opens, prompts, End turn, what a choice brings; and names on the map. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE, TABLET } from './browser';
import { actAs, atOnce, begin, moved, open, position, turn } from './play';
import { stage } from './stage';
import { untilReaction } from './wire';

const FORD = 'delve/goblins-at-the-ford';
const OGRE = 'heed/ogre-bridge';
const OTTER = 'ardor/the-jolly-otter';
const ORCHARD = 'twelves/worm-orchard';
const DESK = { viewport: { width: 1440, height: 900 } };
const LAPTOP = { viewport: { width: 1280, height: 720 } };
const { server, visit } = stage();

async function beside(page: Page, what: Locator): Promise<void> {
  const [box, map] = [(await what.boundingBox())!, (await page.locator('main.map').boundingBox())!];
  const across = Math.min(box.x + box.width, map.x + map.width) - Math.max(box.x, map.x);
  const down = Math.min(box.y + box.height, map.y + map.height) - Math.max(box.y, map.y);
  expect(Math.min(across, down), 'over the map').toBeLessThanOrEqual(0);
}

describe('how a fight opens', () => {
  for (const [where, size] of [
    ['a desk', DESK],
    ['a tablet', TABLET],
    ['a phone', PHONE],
  ] as const)
    for (const [fight, seed] of [
      [FORD, 4],
      [OGRE, 7],
    ] as const)
      it(`is told beside the map of ${where} in ${fight}, until this seat has begun`, async () => {
        const { page, errors, close } = await visit(size);
        await atOnce(page);
        await open(page, server.url, fight, seed);
        const card = page.getByRole('region', { name: 'What this is about' });
        await card.getByText('The heroes').waitFor();
        expect(await card.innerText()).toMatch(/At stake[\s\S]*Against/);
        await beside(page, card);
        // What is said is not that there is nothing to do, or to point at something that is not there.
        const said = await page.getByRole('region', { name: 'Controls' }).innerText();
        expect(said).not.toMatch(/Nothing to do here|Point at a choice/);
        await begin(page);
        await turn(page);
        expect(await card.count()).toBe(0);
        expect(errors).toEqual([]);
        await close();
      });

  it('in heed is told although all monsters are ready, over a list to tick that no tab for moving holds', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, OGRE, 7);
    await page.getByRole('log').getByText('is ready').last().waitFor();
    await page.getByRole('region', { name: 'What this is about' }).waitFor();
    await page.locator('[data-muster]').waitFor();
    expect(await page.locator('[role=tab][aria-selected=true]').innerText()).toBe('Before the fight');
    expect(await page.locator('#tab-move').count()).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a die that is typed', () => {
  for (const [where, size] of [
    ['a desk', DESK],
    ['a tablet', TABLET],
    ['a phone', PHONE],
  ] as const)
    it(`is asked for beside the map of ${where}`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await open(page, server.url, FORD, 4);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('I roll and type').check();
      await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
      await page.locator('[data-begin]').click();
      const prompt = page.getByRole('dialog', { name: 'Type your die' });
      await prompt.waitFor();
      await beside(page, prompt);
      // Nothing else can be pressed by mistake.
      expect(await page.locator('[data-begin], [data-end]').count()).toBe(0);
      await prompt.getByRole('button', { name: 'Choose something else' }).click();
      await page.locator('[data-begin]').waitFor();
      expect(errors).toEqual([]);
      await close();
    });
});

describe('End turn', () => {
  for (const [where, size] of [
    ['a desk', DESK],
    ['a laptop', LAPTOP],
    ['a tablet', TABLET],
    ['a phone', PHONE],
  ] as const)
    it(`has one place and one size on ${where}, whoever acts and whatever stands beside it`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page, false);
      await open(page, server.url, FORD, 4);
      // Looked at in every frame.
      await page.evaluate(() => {
        const seen = new Set<string>();
        const [before, left] = [new Set<string>(), () => document.querySelector('footer .left')?.textContent?.trim()];
        Object.assign(window, { seen, before });
        const look = () => {
          const box = document.querySelector('footer .end')?.getBoundingClientRect();
          if (box) {
            seen.add([box.x, box.y, box.width, box.height].map(Math.round).join());
            before.add(left() ?? '');
          }
          requestAnimationFrame(look);
        };
        look();
      });
      await begin(page);
      await turn(page);
      const together = page.locator('[data-together]');
      await together.waitFor();
      const was = await position(page);
      await together.click();
      await moved(page, was);
      await page.locator('.screen[data-turn]:not([data-busy])').waitFor();
      const kept = await page.evaluate(() => {
        const { seen, before } = window as unknown as { seen: Set<string>; before: Set<string> };
        return { seen: [...seen], before: [...before] };
      });
      expect(kept.seen.length, kept.seen.join(' | ')).toBe(1);
      // With something beside it, and without.
      expect(kept.before.length, kept.before.join(' | ')).toBeGreaterThan(1);
      expect(errors).toEqual([]);
      await close();
    });
});

describe('what a choice brings', () => {
  it('can be gone to and read to its end on a small desk', async () => {
    const { page, errors, close } = await visit(LAPTOP);
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    await actAs(page, 'Pell');
    const row = page.locator('#tab-panel [data-choice*="goblin"]').first();
    await row.hover();
    const told = page.locator('.meaning [data-told]');
    await told.locator('[data-because]').waitFor();
    await told.locator('figure').waitFor();
    const what = await told.getAttribute('data-told');
    const [from, to] = [(await row.boundingBox())!, (await told.boundingBox())!];
    await page.mouse.move(from.x + 60, from.y + 10);
    await page.mouse.move(to.x + 60, to.y + to.height - 12);
    // It has grown until nothing of it is cut off.
    await page.waitForFunction(() => {
      const box = document.querySelector('.meaning [data-told]')!;
      return box.scrollHeight <= box.clientHeight;
    });
    expect(await told.getAttribute('data-told')).toBe(what);
    expect(await told.innerText()).toMatch(/Why \d+%/);
    expect(errors).toEqual([]);
    await close();
  });

  it('stands in one line with its target in ardor, and a verb with its best chance', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, OTTER, 4);
    await begin(page);
    await turn(page);
    await page.locator('#tab-action').click();
    await page.locator('#tab-panel .aim .chance', { hasText: '%' }).first().waitFor();
    const rows = await page.locator('#tab-panel .aim', { hasText: /Tough \d/ }).all();
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) expect((await row.boundingBox())!.height).toBeLessThan(44);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the rule', () => {
  it('is named by its clause only for those who want that', async () => {
    for (const codes of [false, true]) {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await page.addInitScript((codes) => {
        const kept = JSON.parse(localStorage.getItem('fracas.settings')!) as object;
        localStorage.setItem('fracas.settings', JSON.stringify({ ...kept, codes }));
      }, codes);
      await open(page, server.url, FORD, 4);
      await begin(page);
      await turn(page);
      await page.locator('.quiet summary').click();
      const links = page.locator('.question .rule, .quiet .rule');
      expect(await links.count()).toBeGreaterThan(1);
      for (const link of await links.all())
        expect((await link.getAttribute('title')) ?? '').toMatch(codes ? /^Rule \S/ : /^$/);
      expect(errors).toEqual([]);
      await close();
    }
  });
});

describe('a token that is tapped', () => {
  it('shows each verb once, with its ways folded, as the list does', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, OTTER, 4);
    await begin(page);
    await turn(page);
    await page.locator('.screen[data-counted]:not(.settling)').waitFor();
    const plate = (await page.locator('[data-token="ringleader"] .plate').boundingBox())!;
    await page.mouse.click(plate.x + plate.width / 2, plate.y + plate.height / 2);
    const menu = page.locator('.menu');
    await menu.locator('[data-open]').first().waitFor();
    const verbs = await menu
      .locator('[data-open]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-open')));
    expect(new Set(verbs).size).toBe(verbs.length);
    expect(await menu.locator('.list [data-choice]:visible').count(), 'ways are folded').toBeLessThan(4);
    await menu.locator('[data-open]').first().click();
    await menu.locator('[data-open][aria-expanded=true] ~ [data-choice]').nth(1).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a reaction', () => {
  it('is answered under a tab of its own, one answer under the other', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, OGRE, 7);
    await untilReaction(page);
    const answers = page.locator('[data-answer]:visible');
    await answers.nth(1).waitFor();
    expect(await page.locator('[role=tab][aria-selected=true]').innerText()).toBe('Answer');
    const boxes = await Promise.all((await answers.all()).map((one) => one.boundingBox()));
    expect(new Set(boxes.map((box) => `${box!.x} ${box!.width}`)).size).toBe(1);
    for (const box of boxes) expect(box!.height).toBeLessThan(64);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('those who fight', () => {
  it('have their numbers named once, and their pips in one line', async () => {
    for (const size of [LAPTOP, DESK]) {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await open(page, server.url, FORD, 4);
      const order = page.getByRole('region', { name: 'Combatants' });
      await order.locator('.pips').first().waitFor();
      for (const pips of await order.locator('.pips').all())
        expect((await pips.boundingBox())!.height).toBeLessThan(14);
      expect(await order.locator('.counted').allInnerTexts()).toEqual(['hit points left', 'hit points left']);
      expect(await order.locator('.unit').count()).toBe(0);
      expect(errors).toEqual([]);
      await close();
    }
  });

  /** The names on the map, and how many tokens there are. */
  async function names(page: Page): Promise<{ names: string[]; many: number }> {
    const many = await page.locator('[data-token]').count();
    const names = await page.locator('[data-token] .token > .name').allTextContents();
    return { names: names.map((name) => name.replace(/\s+/g, ' ').trim()), many };
  }
  for (const [fight, seed, where, size, least] of [
    [FORD, 4, 'a desk', DESK, 1],
    [FORD, 4, 'a laptop', LAPTOP, 1],
    [FORD, 4, 'a tablet', TABLET, 1],
    [ORCHARD, 4, 'a tablet', TABLET, 1],
    [OTTER, 4, 'a desk', DESK, 1],
    [OTTER, 4, 'a tablet', TABLET, 0.8],
  ] as const)
    it(`have whole names on the map of ${where} in ${fight}`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await open(page, server.url, fight, seed);
      await begin(page);
      await turn(page);
      const { names: found, many } = await names(page);
      expect(found.filter((name) => name.includes('…'))).toEqual([]);
      expect(found.length / many, found.join(', ')).toBeGreaterThanOrEqual(least);
      expect(errors).toEqual([]);
      await close();
    });
});

describe('a zone', () => {
  for (const [where, size] of [
    ['a tablet', TABLET],
    ['a phone', PHONE],
  ] as const)
    it(`tells its features on ${where} too, over nobody who stands there`, async () => {
      const { page, errors, close } = await visit(size);
      await atOnce(page);
      await open(page, server.url, ORCHARD, 4);
      const told = page.locator('svg .card .tags');
      await told.first().waitFor();
      const tokens = await page
        .locator('[data-token] .shape')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      for (const line of await told.all()) {
        const box = (await line.boundingBox())!;
        expect(await line.textContent()).not.toContain('…');
        for (const one of tokens) {
          const across = Math.min(one.right, box.x + box.width) - Math.max(one.left, box.x);
          const down = Math.min(one.bottom, box.y + box.height) - Math.max(one.top, box.y);
          expect(Math.min(across, down)).toBeLessThanOrEqual(1);
        }
      }
      expect(errors).toEqual([]);
      await close();
    });
});

describe('the subtitle of a phone', () => {
  it('is not cut', async () => {
    const { page, errors, close } = await visit(PHONE);
    await atOnce(page);
    await open(page, server.url, OGRE, 7);
    const line = page.locator('.bar .title p');
    expect(await line.innerText()).toContain('before the combat');
    expect(await line.evaluate((p) => p.scrollWidth - p.clientWidth)).toBeLessThanOrEqual(0);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('the foot of the controls', () => {
  it('holds the words on its buttons, and End turn stays where it is', async () => {
    for (const size of [DESK, LAPTOP, PHONE]) {
      const { page, errors, close } = await visit(size);
      await atOnce(page, false);
      await open(page, server.url, 'heed/saltmarrow-cellars', 4);
      await page.locator('footer [data-begin]').waitFor();
      const before = await page.locator('footer .end').boundingBox();
      const cut = await page
        .locator('footer .button')
        .evaluateAll((all) =>
          all
            .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
            .map((one) => one.textContent),
        );
      expect(cut, `${size.viewport!.width} px`).toEqual([]);
      await page.getByRole('button', { name: 'To the table' }).click();
      expect(await page.locator('footer .end').boundingBox()).toEqual(before);
      expect(errors).toEqual([]);
      await close();
    }
  });

  it('leaves a phone its name beside its picture', async () => {
    const { page, errors, close } = await visit(PHONE);
    await atOnce(page);
    await open(page, server.url, ORCHARD, 4);
    await begin(page);
    await turn(page);
    const head = page.locator('.controls header');
    const [name, health] = [await head.locator('h2').boundingBox(), await head.locator('.health').boundingBox()];
    expect(name!.x + name!.width).toBeLessThanOrEqual(health!.x);
    expect(errors).toEqual([]);
    await close();
  });
});
