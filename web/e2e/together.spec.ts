/** With friends: seats and links first, talk, whispers, dice, pings, hands; and what comes after a fight. */
import { describe, expect, it } from 'vitest';
import { atOnce, begin, closeSeats, open, seeded } from './play';
import { stage } from './stage';
import { finish } from './wire';

const FORD = 'delve/goblins-at-the-ford';
const { server, visit } = stage();

describe('together', () => {
  it('shows seats, links and codes first, says who can reach them, and each seat who it is', async () => {
    const judge = await visit();
    await atOnce(judge.page);
    await seeded(judge.page, 4);
    await judge.page.goto(server.url);
    const card = judge.page.locator(`[data-scenario="${FORD}"]`);
    await judge.page.locator('article', { has: card }).getByRole('button', { name: 'with friends' }).click();
    const seats = judge.page.getByRole('dialog', { name: 'Seats' });
    await seats.waitFor();
    await seats.getByRole('img', { name: 'QR code of the link' }).nth(1).waitFor();
    await seats.locator('[data-reach]').getByText('this machine').waitFor();
    const link = await seats.locator('code').first().innerText();
    await closeSeats(judge.page);
    await judge.page.getByText('You are the judge').waitFor();

    const friend = await visit();
    await atOnce(friend.page);
    await friend.page.goto(link);
    await friend.page
      .getByText(/You are \w+/)
      .first()
      .waitFor();

    // Words, dice and a whisper that nobody else hears.
    const watcher = await visit();
    await judge.page.getByRole('button', { name: 'Seats and invitations' }).click();
    const row = judge.page.locator('dialog li', { hasText: 'Watcher' }).first();
    await row.getByRole('button', { name: 'QR' }).click();
    await watcher.page.goto(await row.locator('code').innerText());
    await judge.page.keyboard.press('Escape');
    for (const seat of [judge, friend, watcher]) await seat.page.getByRole('button', { name: /^Talk/ }).click();
    const say = async (seat: typeof judge, text: string, to?: string) => {
      const panel = seat.page.getByRole('region', { name: 'Talk' });
      if (to) await panel.getByLabel('To whom').selectOption({ label: to });
      await panel.getByLabel('What to say').fill(text);
      await panel.getByRole('button', { name: 'Say' }).click();
    };
    const heard = (seat: typeof judge) => seat.page.getByRole('log', { name: 'What was said' });
    await say(friend, 'Shall we?');
    await heard(judge).getByText('Shall we?').waitFor();
    await heard(watcher).getByText('Shall we?').waitFor();
    await say(friend, '/roll 2d6+1');
    await heard(judge).locator('.roll svg').nth(1).waitFor();
    await say(friend, 'between us', 'whisper to Judge');
    await heard(judge).getByText('between us').waitFor();
    await say(judge, 'go on');
    await heard(watcher).getByText('go on').waitFor();
    expect(await heard(watcher).innerText()).not.toContain('between us');

    await friend.page.getByRole('button', { name: 'Raise your hand' }).click();
    await judge.page.getByText('has a hand up.').waitFor();

    // What the fight is about stands beside the map, never over it.
    const zone = (await friend.page.locator('svg .card').first().boundingBox())!;
    await friend.page.getByRole('button', { name: 'Close the talk' }).click();
    await friend.page.keyboard.down('Alt');
    await friend.page.mouse.click(zone.x + zone.width / 2, zone.y + zone.height - 12);
    await friend.page.keyboard.up('Alt');
    await judge.page.locator('.point').waitFor();
    for (const seat of [judge, friend, watcher]) {
      expect(seat.errors).toEqual([]);
      await seat.close();
    }
  });

  it('offers a rematch, the log and a link after a fight', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await finish(page);
    await page.getByRole('button', { name: 'Result and replay' }).click();
    for (const [button, ending] of [
      ['Log as text', '.txt'],
      ['Log as Markdown', '.md'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(file.suggestedFilename().endsWith(ending)).toBe(true);
    }
    await page.getByRole('button', { name: 'Link to the replay' }).waitFor();
    const before = new URL(page.url()).pathname;
    // The same with other heroes: as many as before, and none of them twice.
    const names = await page.getByRole('region', { name: 'The heroes' }).locator('b').allInnerTexts();
    await page.getByRole('button', { name: 'Other heroes…' }).click();
    const cast = page.getByRole('dialog', { name: 'The same with other heroes' });
    await cast.locator('[data-hero][aria-pressed=true]').first().waitFor();
    expect(await cast.locator('[data-hero][aria-pressed=true]').count()).toBe(names.length);
    // Nobody fits in any more; when one goes, another can come.
    expect(await cast.locator('[data-hero][aria-pressed=false]:enabled').count()).toBe(0);
    await cast.locator('[data-hero][aria-pressed=true]').first().click();
    expect(await cast.getByRole('button', { name: 'Play' }).isEnabled()).toBe(false);
    await cast.locator('[data-hero][aria-pressed=false]').last().click();
    const chosen = await cast.locator('[data-hero][aria-pressed=true] span:nth-child(2)').allInnerTexts();
    await cast.getByRole('button', { name: 'Play' }).click();
    await page.locator('[data-begin]').waitFor();
    const order = await page.getByLabel('Combatants').innerText();
    for (const name of chosen) expect(order).toContain(name);
    expect(chosen.toSorted()).not.toEqual(names.toSorted());
    await page.goBack();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.locator('[data-begin]').waitFor();
    expect(new URL(page.url()).pathname).not.toContain(before.split('/')[2]!);
    await page.getByRole('region', { name: 'What this is about' }).getByText('At stake').waitFor();
    expect(errors).toEqual([]);
    await close();
  }, 300_000);
});

describe('the start page', () => {
  it('sorts by system, length and difficulty, and credits the pictures', async () => {
    const { page, errors, close } = await visit();
    await page.goto(server.url);
    await page.locator('[data-scenario]').first().waitFor();
    const all = await page.locator('[data-scenario]').count();
    await page.getByLabel('Sort').selectOption('length');
    await page.getByRole('heading', { name: 'shortest first' }).waitFor();
    expect(await page.locator('[data-scenario]').count()).toBe(all);
    expect(await page.locator('article').last().innerText()).toContain('an evening');
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByText('CC BY 3.0').waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
