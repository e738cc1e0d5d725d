/**
 * How much a whole fight asks of a person (`npm run clicks`): one fight of each system is played by clicks, as a
 * sensible player would (what promises most, else nearer to the enemy); its questions and clicks are printed.
 * With `FRACAS_CLICKS=1` every one of them is listed, with what else could have been done where a turn was ended.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFailed } from 'vitest';
import { LEAST, nearer } from '../src/choices/plan';
import { worth } from '../src/choices/worth';
import type { ChoiceView, MapView, ServerMessage, Stakes, State } from '../src/types';
import { atOnce, begin, open, outcome, position, turn } from './play';
import { stage } from './stage';

/** `most`: questions and clicks. What was counted when it was written stands in the comments. */
const FIGHTS: { fight: string; seed: number; most?: [questions: number, clicks: number] }[] = [
  // 14 and 14
  { fight: 'heed/ogre-bridge', seed: 7, most: [26, 48] },
  // 25 and 26
  { fight: 'ranks/toll-bridge', seed: 4, most: [25, 58] },
  // 8 and 9
  { fight: 'delve/goblins-at-the-ford', seed: 4, most: [10, 21] },
  { fight: 'twelves/worm-orchard', seed: 4 },
  { fight: 'ardor/the-jolly-otter', seed: 4 },
];
const MAX = 150;
const { server, visit } = stage();

/** What the page was told last. */
class Ear {
  state: State | null = null;
  readonly odds = new Map<string, Stakes>();
  constructor(page: Page) {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload)) as ServerMessage;
        if (message.type === 'state') {
          if (message.position !== this.state?.position) this.odds.clear();
          this.state = message;
        } else if (message.type === 'odds') for (const one of message.odds) this.odds.set(one.text, one.stakes);
      }),
    );
  }
  worth(choice: ChoiceView): number {
    return worth(choice, this.odds.get(choice.text));
  }
}

/** What a sensible player does: an answer or a deed that is worth something, else nearer to the enemy, else no more. */
function sensible(ear: Ear, moved: Set<string>): ChoiceView | undefined {
  const state = ear.state!;
  const waits = new Set(state.view.tokens.filter((token) => token.to_act).map(({ who }) => who));
  const open = state.view.choices.filter((choice) => !['retreat', 'leave'].includes(choice.role));
  const mine = open.some(({ who }) => waits.has(who)) ? open.filter(({ who }) => waits.has(who)) : open;
  const best = (list: ChoiceView[]) => list.toSorted((a, b) => ear.worth(b) - ear.worth(a))[0];
  if (state.view.question?.reaction) return best(mine);
  const begins = mine.find((choice) => choice.role === 'begin');
  if (begins) return begins;
  const act = best(mine.filter((choice) => choice.role === 'act' && ear.worth(choice) > LEAST));
  if (act) return act;
  const key = ({ who }: ChoiceView) => `${state.view.round} ${who}`;
  const whose = [...new Set(mine.map(({ who }) => who))];
  const move = whose.flatMap((who) => nearer(state.view, who) ?? []).find((one) => !moved.has(key(one)));
  if (move) {
    moved.add(key(move));
    return move;
  }
  return mine.find((choice) => choice.role === 'end-turn') ?? best(mine);
}
/**
 * What is proposed for all of them together is what a sensible player would do: one press. Where it is the same again,
 * they keep at it until something changes. Says how many clicks that took.
 */
async function together(page: Page): Promise<number> {
  const all = page.locator('[data-together]:visible');
  if (!(await all.count())) return 0;
  const was = await position(page);
  const keep = page.locator('[data-keep]:visible');
  const same = (await all.innerText()).startsWith('Same') && !(await keep.isChecked());
  if (same) await keep.click();
  await all.click();
  await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, was);
  await page.locator('.screen:not([data-busy])').or(outcome(page)).first().waitFor();
  return same ? 2 : 1;
}
/** Nobody wants anything more: all of them end their turns with one click, where there are several. */
async function endAll(page: Page): Promise<number> {
  const all = page.locator('[data-end-all]:visible');
  if (!(await all.count())) return 0;
  const round = await page.locator('.screen').getAttribute('data-position');
  await all.click();
  await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, round);
  return 1;
}

/** Makes a choice by clicks, and says how many it took. */
async function click(page: Page, choice: ChoiceView, map: MapView): Promise<number> {
  const quoted = (text: string) => JSON.stringify(text);
  const was = await position(page);
  let clicks = 0;
  const press = async (what: string) => {
    await page.locator(what).first().click();
    clicks++;
  };
  const there = async (what: string) => (await page.locator(what).count()) > 0;
  const row = `:is([data-answer=${quoted(choice.text)}], [data-choice=${quoted(choice.text)}]):visible`;
  const actor = `.able [data-who="${choice.who}"]:not([aria-pressed=true])`;
  if (!(await there(row)) && (await there(actor))) await press(actor);
  const square = `[data-step=${quoted(choice.to ?? '')}]`;
  const tap = async (where: string) => {
    const box = (await page.locator(where).first().boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    clicks++;
  };
  if (choice.role === 'move' && map.kind === 'squares' && (await there(square))) {
    await tap(square);
  } else {
    const tab = `#tab-${choice.tab === 'move' ? 'move' : 'action'}[aria-selected=false]`;
    if (!(await there(row)) && (await there(tab))) await press(tab);
    const deed = `[data-deed=${quoted(`${choice.who} ${choice.deed.id}`)}][aria-expanded=false]`;
    if (!(await there(row)) && (await there(deed))) await press(deed);
    const whom = choice.targets.filter((who) => who !== choice.who).join() || choice.to;
    const aim = `[data-open=${quoted(`${choice.who} ${choice.deed.id} ${whom}`)}][aria-expanded=false]`;
    if (!(await there(row)) && (await there(aim))) await press(aim);
    if (!(await there(row)) && (await there('.folded summary'))) await press('.folded summary');
    const armed = `[data-armed][data-choice=${quoted(`${choice.who} ${choice.deed.id}`)}]`;
    if (!(await there(row)) && (await there(armed))) {
      await press(armed);
      await tap(`[data-lit=${quoted(choice.to ?? '')}]`);
    } else await press(row);
  }
  if ((await position(page)) === was && (await there('[data-do]:visible'))) await press('[data-do]:visible');
  // Where somebody lies on the square, a menu asks which of the two is meant.
  const asks = `.menu [data-choice=${quoted(choice.text)}]:visible`;
  if ((await position(page)) === was && (await there(asks))) await press(asks);
  await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, was, {
    timeout: 10_000,
  });
  return clicks;
}

describe('a whole fight by clicks', () => {
  for (const { fight, seed, most } of FIGHTS) {
    it(`is counted in ${fight}`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page, false);
      const ear = new Ear(page);
      await open(page, server.url, fight, seed);
      let [questions, clicks] = [0, 0];
      const asked: string[] = [];
      const moved = new Set<string>();
      onTestFailed(() => console.info(asked.join('\n')));
      if (await page.locator('[data-ready]').count()) {
        await begin(page);
        [questions, clicks] = [1, 1];
      }
      while (questions < MAX && !(await turn(page))) {
        const was = await position(page);
        // What goes without saying is answered by the page, which takes a moment.
        const stays = await page
          .waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, was, {
            timeout: 700,
          })
          .then(
            () => false,
            () => true,
          );
        if (!stays || (await page.locator('[data-leaving]').count())) continue;
        const before = ear.state!;
        const lines = await page
          .locator('[data-line]')
          .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.line));
        const pressed = await together(page);
        if (pressed) {
          [questions, clicks] = [questions + 1, clicks + pressed];
          asked.push(`${pressed}  together: ${lines.join('; ')}`);
          continue;
        }
        const choice = sensible(ear, moved);
        // The table has just moved on.
        if (!choice) continue;
        questions++;
        asked.push(choice.text);
        const ended = choice.role === 'end-turn' ? await endAll(page) : 0;
        const took = ended || (await click(page, choice, before.view.map));
        clicks += took;
        const left = before.view.choices.filter((one) => one.who === choice.who && one !== choice);
        const besides = choice.role === 'end-turn' ? left.map((one) => one.text.replace(/^\S+ /, '')).join('; ') : '';
        asked[asked.length - 1] = `${took}  ${choice.text}${besides ? `   (not ${besides})` : ''}`;
      }
      if (process.env.FRACAS_CLICKS) console.info(asked.join('\n'));
      console.info(`${fight}: ${questions} questions, ${clicks} clicks`);
      expect(await outcome(page).count(), 'it came to an end').toBeGreaterThan(0);
      expect(questions, 'questions').toBeLessThanOrEqual(most?.[0] ?? MAX);
      expect(clicks, 'clicks').toBeLessThanOrEqual(most?.[1] ?? 2 * MAX);
      expect(errors).toEqual([]);
      await close();
    });
  }
});
