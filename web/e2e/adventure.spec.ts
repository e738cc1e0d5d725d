/**
 * What an adventure sends: gauges, words on ways, no round, and a map that grows. Most states are those of a fight,
 * changed on their way to the page, so that this stands whichever adventures there are.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../src/types';
import { NARROW, type Visit } from './browser';
import { atOnce, open, unfold } from './play';
import { stage } from './stage';

const { server, visit } = stage();

/** Opens a fight whose states are changed as if it were an adventure in which only `known` zones are found. */
async function explore(seat: Visit, known: () => number): Promise<void> {
  await atOnce(seat.page);
  await seat.page.routeWebSocket(/\/live/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((data) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'state') asAdventure(message, known());
      socket.send(JSON.stringify(message));
    });
  });
  await open(seat.page, server.url, 'delve/goblins-at-the-ford', 4);
}

function asAdventure(state: Extract<ServerMessage, { type: 'state' }>, known: number): void {
  const { view } = state;
  if (view.map.kind !== 'zones') throw new Error('not a map of zones');
  view.round = 0;
  view.phase = 'Exploring';
  view.gauges = [
    { id: 'clock', name: 'Time', text: 'day 1, 14:20', means: 'The hour of the day.', low: false },
    { id: 'torches', name: 'Torches', text: '1 left', means: 'Each burns an hour.', low: true },
  ];
  view.map.zones = view.map.zones.slice(0, known);
  view.map.links = view.map.links
    .filter(({ a, b }) => a < known && b < known)
    .map((link, n) => (n === 0 ? { ...link, note: 'locked door' } : link));
  view.tokens = view.tokens.filter((token) => token.side === 'heroes');
}

const corners = (page: Page) =>
  page.locator('svg .card').evaluateAll((cards) => cards.map((card) => (card as SVGGElement).style.transform));

/** Where each card lies, by its name: one that was found later may stand before it in the list. */
const cornersByName = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('svg .card')
      .evaluateAll((cards) =>
        cards.map((card) => [card.querySelector('.name')?.textContent ?? '', (card as SVGGElement).style.transform]),
      ),
  );

describe('an adventure', () => {
  it('shows its gauges and what bars a way, and no round, on a narrow phone too', async () => {
    for (const size of [{}, NARROW]) {
      const seat = await visit(size);
      await explore(seat, () => 9);
      const gauges = seat.page.getByRole('list', { name: "The party's time and supplies" });
      await gauges.getByText('day 1, 14:20').waitFor();
      await gauges.getByText('1 left').waitFor();
      await seat.page.getByText('Exploring').first().waitFor();
      expect(await seat.page.getByText(/round \d/).count()).toBe(0);
      expect(await seat.page.locator('svg .note').textContent()).toContain('locked door');
      expect(await seat.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      expect(seat.errors).toEqual([]);
      await seat.close();
    }
  });

  it('grows its map without moving what is known', async () => {
    let known = 2;
    const seat = await visit();
    await explore(seat, () => known);
    const before = await corners(seat.page);
    expect(before.length).toBe(2);
    known = 3;
    // Anything that makes the server speak again: a step.
    await seat.page.locator('[data-begin]:visible, [data-choice]:visible').first().click();
    await seat.page.waitForFunction(() => document.querySelectorAll('svg .card').length === 3);
    expect((await corners(seat.page)).slice(0, 2)).toEqual(before);
    expect(seat.errors).toEqual([]);
    await seat.close();
  });

  it('is explored for real: a step shows more of the map, and takes time', async () => {
    const seat = await visit();
    await atOnce(seat.page);
    await open(seat.page, server.url, 'ardor/the-false-light', 4);
    const clock = seat.page.getByRole('list', { name: "The party's time and supplies" }).locator('li').first();
    const [known, hour] = [await cornersByName(seat.page), await clock.innerText()];
    await seat.page.locator('#tab-move').click();
    await unfold(seat.page);
    await seat.page.locator('#tab-panel [data-choice$="go north-door"]').first().click();
    await seat.page.waitForFunction(
      (n) => document.querySelectorAll('svg .card').length > n,
      Object.keys(known).length,
    );
    expect(await cornersByName(seat.page)).toMatchObject(known);
    expect(await clock.innerText()).not.toBe(hour);
    expect(seat.errors).toEqual([]);
    await seat.close();
  });
});
