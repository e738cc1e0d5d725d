/** Choosing: verb and target, why a chance is what it is, obvious answers, intentions, leaving, undoing, fingers. */
import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../src/types';
import { PHONE } from './browser';
import { actAs, atOnce, begin, moved, open, position, turn, unfold } from './play';
import { stage } from './stage';
import { opened, playOn, seatUrl, untilReaction } from './wire';

const FORD = 'delve/goblins-at-the-ford';
/** Shoots across the ford; the others there have to wade first, or cast. */
const ARCHER = 'Pell';
const { server, visit } = stage();

/** The archer's turn on a phone, when taps count, and a choice that has a target. */
async function archerOnPhone() {
  const seat = await visit(PHONE);
  const { page } = seat;
  await atOnce(page);
  await open(page, server.url, FORD, 4);
  await begin(page);
  await turn(page);
  await actAs(page, ARCHER);
  await page.locator('.screen:not(.settling)').waitFor();
  const choice = page.locator('#tab-panel [data-choice*="goblin"]').first();
  return { ...seat, was: await position(page), choice };
}

describe('choosing', () => {
  it('does what is proposed for all with one press, ends their turns, and leaves out whom it is told to', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page, false);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    // Odds have come: everybody who may act has a line.
    await page.locator('[data-line*="pell shoot"]').waitFor();
    await page.locator('[data-line*="quorra cast"]').waitFor();
    await page.locator('[data-line*="pell shoot"] input').uncheck();
    const was = await position(page);
    await page.locator('[data-together]').click();
    await moved(page, was);
    await page.locator('.screen[data-turn]:not([data-busy])').waitFor();
    const told = await page.locator('[role=log]').innerText();
    expect(told).toContain('Quorra casts Slumber');
    // Whoever only ends a turn is no news.
    expect(told).not.toContain('is done');
    expect(told).not.toContain('Pell shoots');
    expect(await page.locator('.able [data-who]').count(), 'only Pell is left').toBeLessThanOrEqual(1);
    expect(errors).toEqual([]);
    await close();
  });

  it('opens on what matters: verbs with columns, best first, End turn where it was', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    await actAs(page, ARCHER);
    expect(await page.locator('#tab-action').getAttribute('aria-selected')).toBe('true');
    // Odds have come, and the rows stand in their order.
    await page.locator('#tab-panel [data-choice] .figure.chance', { hasText: '%' }).first().waitFor();
    const list = await page.locator('#tab-panel [data-choice*="goblin"]').all();
    expect(list.length).toBeGreaterThan(2);
    const rights = new Set<number>();
    const falls: number[] = [];
    for (const row of list) {
      const box = (await row.locator('.figure.chance').boundingBox())!;
      rights.add(Math.round(box.x + box.width));
      falls.push(Number((await row.locator('.figure.drops').innerText()).match(/(\d+)%/)?.[1] ?? 0));
    }
    expect(rights.size, 'one column').toBe(1);
    // Whoever is more likely to go down stands higher.
    expect(falls).toEqual(falls.toSorted((a, b) => b - a));
    expect(falls[0]).toBeGreaterThan(falls.at(-1)!);
    const end = (await page.locator('footer .end').boundingBox())!;
    const was = await position(page);
    await page.locator('#tab-move').click();
    await page.locator('#tab-panel [data-choice$="move ford"]').first().click();
    await moved(page, was);
    // After a step, what can be done there; and the button has not moved.
    await page.locator('#tab-action[aria-selected=true]').waitFor();
    const after = (await page.locator('footer .end').boundingBox())!;
    expect([after.x, after.y]).toEqual([end.x, end.y]);
    expect(errors).toEqual([]);
    await close();
  });

  it('lists few rows where there are many ways, and says why a chance is what it is', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'heed/ogre-bridge', 7);
    await page.locator('[data-muster]').waitFor();
    // Heeding is one list for all heroes.
    expect(await page.locator('[data-muster] fieldset').count()).toBeGreaterThan(1);
    const tick = page.locator('[data-tick]:not(:disabled)').first();
    const name = (await tick.getAttribute('aria-label'))!;
    await page.getByLabel(name, { exact: true }).click();
    await page.locator('[data-bond^="heed"]').first().waitFor({ state: 'attached' });
    expect(await page.getByLabel(name, { exact: true }).isChecked()).toBe(true);
    await begin(page);
    expect(await turn(page)).toBe(false);
    const rows = page.locator('#tab-panel :is([data-choice], [data-deed], [data-open]):visible');
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(16);
    expect(errors).toEqual([]);
    await close();
  });

  it('names every modifier, what it is held against, and the text of what is done', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, FORD, 4);
    await begin(page);
    await turn(page);
    await actAs(page, ARCHER);
    await unfold(page);
    await page.locator('#tab-panel [data-choice*="goblin-2"]').first().hover();
    const why = page.locator('.meaning [data-because]');
    await why.waitFor();
    expect(await why.innerText()).toMatch(/Why \d+%\?[\s\S]*d20[\s\S]*against AC \d+/);
    expect(await page.locator('.meaning .odds').innerText()).toMatch(/damage/);
    expect(errors).toEqual([]);
    await close();
  });

  it('asks nothing that goes without saying, unless that is wanted, and says what it answered', async () => {
    const { table, you } = await opened(server.url, { scenario: 'heed/ogre-bridge', seed: 7 });
    const wants = await visit();
    await atOnce(wants.page, true);
    await wants.page.goto(seatUrl(server.url, table, you));
    await wants.page.locator('[data-token]').first().waitFor();
    await untilReaction(wants.page);
    // Whoever wants to be asked is, and nothing is answered for them.
    await wants.page.locator('[data-answer]:visible').nth(1).waitFor();
    const asked = await position(wants.page);
    // Another screen of the same seat, whose person does not want that.
    const trusts = await visit();
    await atOnce(trusts.page, false);
    await trusts.page.goto(seatUrl(server.url, table, you));
    await trusts.page.locator('[data-answered]').getByText('It went without saying.').waitFor();
    await moved(wants.page, asked);
    for (const { errors, close } of [wants, trusts]) {
      expect(errors).toEqual([]);
      await close();
    }
  });

  it('draws what is meant: an arrow from the monster that is about to act', async () => {
    const { page, errors, close } = await visit();
    await page.addInitScript(() =>
      localStorage.setItem(
        'fracas.settings',
        JSON.stringify({ speed: 'instant', theme: 'system', byThemselves: false }),
      ),
    );
    await open(page, server.url, FORD, 4);
    await begin(page);
    await page.locator('[data-go]').waitFor();
    await page.locator('[data-bond^="strike"] .tip, [data-bond^="go"] .tip').first().waitFor({ state: 'attached' });
    expect(errors).toEqual([]);
    await close();
  });

  it("draws ardor's stated intents: an arrow from each to whom it means", async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ardor/the-jolly-otter', 4);
    await begin(page);
    expect(await turn(page)).toBe(false);
    await unfold(page);
    const was = await position(page);
    await page.locator('#tab-panel [data-choice]:not([data-armed])').first().click();
    await moved(page, was);
    const arrow = page.locator(':is([data-bond^="strike"], [data-bond^="help"], [data-bond^="go"]) .tip');
    await arrow.first().waitFor({ state: 'attached' });
    expect(errors).toEqual([]);
    await close();
  });

  it('shows both sides face to face where a blow is answered', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ardor/the-jolly-otter', 4);
    await begin(page);
    expect(await turn(page)).toBe(false);
    await page.locator('#tab-action').click();
    await unfold(page);
    // Odds have come, and no row moves away from under the pointer.
    await page.locator('.screen[data-counted]:not(.settling)').waitFor();
    const duel = page.locator('.meaning .duel');
    for (const row of await page.locator('#tab-panel [data-role=act]:visible').all()) {
      await row.hover();
      const text = JSON.stringify(await row.getAttribute('data-choice'));
      await page.locator(`.meaning [data-told=${text}] .odds:not(:has-text("Counting"))`).waitFor();
      if (await duel.count()) break;
    }
    expect(await duel.locator('dt').count()).toBe(2);
    for (const side of await duel.locator('dd').all()) expect(await side.innerText()).toMatch(/\d+% hurts/);
    expect(errors).toEqual([]);
    await close();
  });

  for (const [fight, seed] of [
    [FORD, 4],
    ['ardor/the-jolly-otter', 4],
    ['heed/ogre-bridge', 7],
    ['ranks/toll-bridge', 4],
    ['twelves/worm-orchard', 4],
  ] as const)
    it(`asks before somebody retreats, and says what that costs, in ${fight}`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page);
      await open(page, server.url, fight, seed);
      await begin(page);
      // Where leaving takes a turn of one's own, or an edge of the map, it is offered later.
      const retreat = page.getByRole('button', { name: 'Retreat' });
      for (let n = 0; n < 12 && !(await turn(page)) && !(await retreat.count()); n++) await playOn(page, 1);
      await retreat.first().click();
      const dialog = page.getByRole('dialog', { name: 'Retreat?' });
      expect(await dialog.innerText()).toMatch(/leaves the field and does not come back[\s\S]*(behind|lost)/);
      const was = await position(page);
      await dialog.getByRole('button', { name: 'Stay' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await position(page)).toBe(was);
      expect(errors).toEqual([]);
      await close();
    });

  it('says how far undo goes', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    // The heroes act first, and no dice fall on the stair.
    await open(page, server.url, 'delve/spider-bridge', 4);
    await begin(page);
    await turn(page);
    const was = await position(page);
    await page.locator('#tab-move').click();
    await page.locator('#tab-panel [data-choice$="move old-stair"]').first().click();
    await moved(page, was);
    await page.getByRole('button', { name: /^Undo.*back to before “.*stair/i }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  it('takes up a card of ranks first, and runs it with its own button, by mouse and by keys', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    await open(page, server.url, 'ranks/toll-bridge', 4);
    await begin(page);
    await turn(page);
    await page.locator('#tab-action').click();
    await unfold(page);
    // Cards look like cards: a picture, a name, and what it does.
    const faces = page.locator('#tab-panel .slot .card');
    expect(await faces.count()).toBeGreaterThan(1);
    for (const face of await faces.all()) {
      expect((await face.locator('b').first().innerText()).length).toBeGreaterThan(2);
      expect((await face.locator('.text').innerText()).length).toBeGreaterThan(10);
      await face.locator('[data-icon]').waitFor();
    }
    const was = await position(page);
    const card = page.locator('#tab-panel [data-choice*=" play "]:not([data-armed])').first();
    const run = page.getByRole('button', { name: 'Run this Action' });
    await card.click();
    await run.waitFor();
    expect(await position(page)).toBe(was);
    await page.getByRole('button', { name: 'Close' }).click();
    await run.waitFor({ state: 'detached' });
    await card.focus();
    await page.keyboard.press('Enter');
    await run.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await moved(page, was);
    expect(errors).toEqual([]);
    await close();
  });

  it('keeps the keyboard on a choice that its odds put elsewhere', async () => {
    const { page, errors, close } = await visit();
    await atOnce(page);
    let best = '';
    const held: (() => void)[] = [];
    await page.routeWebSocket(/\/live/, (socket) => {
      socket.connectToServer().onMessage((data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type !== 'odds') return socket.send(data);
        held.push(() => {
          for (const one of message.odds) if (one.text === best) one.stakes.swing += 100;
          socket.send(JSON.stringify(message));
        });
      });
    });
    await open(page, server.url, 'ranks/toll-bridge', 4);
    await begin(page);
    await turn(page);
    await page.locator('#tab-action').click();
    await unfold(page);
    const rows = page.locator('#tab-panel [data-choice*=" play "]:not([data-armed])');
    best = (await rows.last().getAttribute('data-choice'))!;
    expect(await rows.first().getAttribute('data-choice')).not.toBe(best);
    await rows.last().focus();
    await expect
      .poll(
        () => {
          held.splice(0).forEach((send) => send());
          return rows.first().getAttribute('data-choice');
        },
        { timeout: 60_000 },
      )
      .toBe(best);
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.choice)).toBe(best);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows on the first tap of a finger and acts on the second', async () => {
    const { page, errors, close, was, choice } = await archerOnPhone();
    await choice.tap();
    await page.locator('.meaning.asked').waitFor();
    expect(await position(page)).toBe(was);
    await page.locator('[data-do]').tap();
    await moved(page, was);
    expect(errors).toEqual([]);
    await close();
  });

  it('acts when a finger holds on', async () => {
    const { page, errors, close, was, choice } = await archerOnPhone();
    await choice.dispatchEvent('pointerdown', { pointerType: 'touch' });
    await moved(page, was);
    expect(errors).toEqual([]);
    await close();
  });

  it('shows what is left, labelled, and red when little is', async () => {
    const seat = await visit();
    const { page, errors, close } = seat;
    await atOnce(page);
    await page.routeWebSocket(/\/live/, (socket) => {
      socket.connectToServer().onMessage((data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'state')
          for (const token of message.view.tokens)
            for (const track of token.tracks) if (track.kind === 'health') track.value = 1;
        socket.send(JSON.stringify(message));
      });
    });
    await open(page, server.url, FORD, 4);
    await begin(page);
    const health = page.locator('.controls .health').first();
    expect(await health.innerText()).toMatch(/1\s*of \d+ hit points left/);
    expect(await health.locator('.big.low').count()).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });
});
