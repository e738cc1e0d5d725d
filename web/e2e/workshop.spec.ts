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

/** What everybody has on a sheet, though no file says it. */
const HEALTH: Record<string, string> = {
  delve: 'Hit points',
  heed: 'Wounds',
  ranks: 'Health',
  twelves: 'Hits',
  ardor: 'Health',
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
/** The file as it stands. */
async function toml(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Text', exact: true });
  await button.click();
  const text = await page.locator('main textarea').first().inputValue();
  await button.click();
  return text;
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
      expect(await fights(page)).toBeGreaterThanOrEqual(1);
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

  it('have goals and events', async () => {
    const { page, errors, close } = await visit();
    await start(page, 'delve', 'fight');
    await fights(page);
    await page.getByRole('button', { name: 'Add a goal' }).click();
    // One that says nothing is wrong, and says so.
    await page.locator('.form .problem').first().waitFor();
    await page.getByText(/^More fields/).click();
    await page.getByLabel('Hold').fill('3');
    await page.getByLabel('Hold').press('Tab');
    await page.locator('.form .problem').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add an event' }).click();
    await page.locator('details > summary', { hasText: /^When/ }).waitFor();
    const when = page.locator('details', { has: page.locator('summary', { hasText: /^When/ }) });
    if (!(await when.first().evaluate((details: HTMLDetailsElement) => details.open)))
      await when.locator('summary').first().click();
    await when.getByText(/^More fields/).click();
    await when.getByLabel('Round').fill('2');
    await when.getByLabel('Round').press('Tab');
    const text = page.locator('[data-field="event.0.text"] textarea');
    if (!(await text.isVisible()))
      await page
        .getByText(/^More fields/)
        .first()
        .click();
    await text.fill('The water rises.');
    await text.press('Tab');
    await page.locator('.problems').waitFor({ state: 'detached' });
    await fights(page);
    const written = await toml(page);
    expect(written).toMatch(/\[\[goal\]\]\nhold = 3/);
    expect(written).toContain('The water rises.');
    expect(errors).toEqual([]);
    await close();
  });

  it('take maps from other programs and from pictures', async () => {
    const { page, errors, close } = await visit();
    await start(page, 'ranks', 'fight');
    await fights(page);
    const bring = page.getByLabel('Import a map or a picture');
    const map = {
      format: 0.3,
      resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: 9, y: 7 }, pixels_per_grid: 50 },
      line_of_sight: [
        [
          { x: 3, y: 0 },
          { x: 3, y: 7 },
        ],
      ],
      portals: [],
      lights: [],
      image: '',
    };
    const buffer = Buffer.from(JSON.stringify(map));
    await bring.setInputFiles({ name: 'hall.uvtt', mimeType: 'application/json', buffer });
    await page.locator('[data-said]').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('main input[type=number]')?.value === '9',
    );
    const picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [80, 60];
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = '#fff';
      pen.fillRect(0, 0, 80, 60);
      pen.fillStyle = '#000';
      pen.fillRect(0, 0, 80, 10);
      return canvas.toDataURL('image/png').split(',')[1]!;
    });
    await bring.setInputFiles({ name: 'hall.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
    await page.getByLabel('How dark a wall is').waitFor();
    await page.locator('.grid .row').first().locator('.square.wall').first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('warn beside the field of what is hardly meant', async () => {
    const { page, errors, close } = await visit();
    await start(page, 'delve', 'fight');
    await fights(page);
    await page.locator('[data-zone]').nth(1).click();
    for (const n of [1, 2]) {
      const at = page.getByLabel(`At, ${n} of 2`);
      await at.fill('0');
      await at.press('Tab');
    }
    await page.locator('[data-field="zone.1.at"] .warning').waitFor();
    expect(await serious(page), 'with a warning').toEqual([]);
    // It can be played all the same.
    expect(await page.getByRole('button', { name: 'Play', exact: true }).isDisabled()).toBe(false);
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
      expect(await fights(page)).toBeGreaterThanOrEqual(1);
      const before = await toml(page);
      await page.getByRole('button', { name: 'Level up' }).click();
      await page.locator('[data-step]').first().click();
      await page.locator('[data-step]').first().waitFor({ state: 'detached' });
      await fights(page);
      expect(await toml(page)).not.toBe(before);
      expect(await page.locator('.problems:not(.warnings)').count()).toBe(0);
      await page.getByRole('button', { name: 'Sheet' }).click();
      const sheet = page.getByRole('dialog', { name: 'Sheet' });
      await sheet.getByRole('heading', { name: 'Wenna of the weir' }).waitFor();
      await sheet.getByText(HEALTH[system]!, { exact: true }).first().waitFor();
      await sheet.getByRole('heading', { name: 'In a fight' }).waitFor();
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

describe('things', () => {
  for (const [system, add, name] of [
    ['delve', 'Add a spell', 'Frost hand'],
    ['ranks', 'Add a card', 'Low sweep'],
  ] as const)
    it(`of ${system}: a creature, and after it ${add.slice(6)}, are made and tried out`, async () => {
      const { page, errors, close } = await visit();
      await start(page, system, 'creature');
      await page.getByLabel('Name*').first().fill('Weir hag');
      await page.getByLabel('Name*').first().press('Tab');
      await page.getByRole('heading', { name: 'Weir hag' }).first().waitFor();
      await fights(page);
      await page.getByRole('heading', { name: 'What it does' }).waitFor();
      await page.getByRole('button', { name: add, exact: true }).click();
      await page.getByLabel('Name*').first().fill(name);
      await page.getByLabel('Name*').first().press('Tab');
      await page.getByRole('heading', { name }).first().waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('header').getByText('· saved').waitFor();
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
      if (system === 'ranks') {
        // Zones of ranks are places on a map of squares: that is what is drawn.
        await page.getByRole('button', { name: 'below', exact: true }).click();
        await page.getByRole('radio', { name: 'Wall' }).click();
        const row = page.locator('.grid .row').nth(1);
        const walls = await row.locator('.square.wall').count();
        await row.locator('.square').nth(9).click();
        await row.locator('.square.wall').nth(walls).waitFor();
        await page.locator('[data-zone]').nth(1).click();
        await page.getByRole('button', { name: '+ a cache here' }).click();
        await page.getByLabel('Name*').first().fill('A brass key');
        await page.getByLabel('Name*').first().press('Tab');
      } else {
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
