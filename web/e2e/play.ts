/** How a person gets about the page: opening a fight, choosing, waiting for one's turn. */
import type { Locator, Page } from 'playwright-core';
import { opened, seatUrl } from './wire';

/** A fight that is soon over, as a file. */
export const DUEL = `system = 'delve'
title = 'Duel in the lane'
about = 'Two meet.'
aware = ['heroes', 'monsters']
[[zone]]
id = 'lane'
name = 'Lane'
at = [0, 0]
[[party]]
hero = 'brakk'
at = 'lane'
[[foes]]
creature = 'goblin'
at = 'lane'
`;

/** Everything that can be chosen just now. */
export const choices = (page: Page): Locator =>
  page.locator('#tab-panel [data-choice]:visible, [data-answer]:visible, footer [data-choice]:visible');
export const outcome = (page: Page): Locator => page.locator('.outcome');

/** Everything at full speed; `askAll`: every question is asked, the obvious ones too. */
export async function atOnce(page: Page, askAll = true): Promise<void> {
  await page.addInitScript(
    (askAll) =>
      localStorage.setItem(
        'fracas.settings',
        JSON.stringify({ speed: 'instant', theme: 'system', byThemselves: true, askAll }),
      ),
    askAll,
  );
}

/** The next table that the page opens has this seed, so that the same happens each time. */
export async function seeded(page: Page, seed: number): Promise<void> {
  await page.unroute('**/api/tables');
  await page.route('**/api/tables', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed }) });
  });
}

/** At a table whose dice are known, without a way over the start page. */
export async function open(
  page: Page,
  url: string,
  scenario: string,
  seed: number,
  mode: 'solo' | 'judge' = 'solo',
): Promise<void> {
  const { table, you } = await opened(url, { scenario, seed, mode });
  await page.goto(seatUrl(url, table, you));
  await page.locator('[data-token]').first().waitFor();
}

/** From the start page to a table whose dice are known. */
export async function openByHand(page: Page, url: string, scenario: string, seed: number): Promise<void> {
  await seeded(page, seed);
  await page.goto(url);
  await page.locator(`[data-scenario="${scenario}"]`).click();
  await page.locator('[data-token]').first().waitFor();
}

export async function closeSeats(page: Page): Promise<void> {
  const seats = page.getByRole('dialog', { name: 'Seats' });
  await seats.waitFor();
  await page.keyboard.press('Escape');
  await seats.waitFor({ state: 'detached' });
}

/** Opens every deed of the list, so that all that can be chosen is in sight; at once, however many there are. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const shut = () =>
      document.querySelector<HTMLElement>('#tab-panel :is([data-deed], [data-open])[aria-expanded=false]');
    for (let next = shut(); next; next = shut()) {
      next.click();
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Shows the controls of somebody who may act, from the list of combatants: not everybody can reach an enemy. */
export async function actAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Combatants').locator('button', { hasText: name }).click();
  await page.getByRole('region', { name: 'Controls' }).getByRole('heading', { name, exact: true }).waitFor();
}

/** Begins where the table asks for it, and waits until it has. */
export async function begin(page: Page): Promise<void> {
  const [button, muster] = [page.locator('[data-begin]:visible'), page.locator('[data-ready]:visible')];
  await button.or(muster).or(choices(page)).first().waitFor();
  if (await muster.count()) {
    await muster.click();
    await muster.waitFor({ state: 'detached' });
  } else if (await button.count()) await press(page, button.first());
}

export async function scenarios(url: string): Promise<{ system: string; id: string }[]> {
  return (await fetch(`${url}/api/scenarios`)).json() as Promise<{ system: string; id: string }[]>;
}

/** How many lines the log has. */
export const logLength = (page: Page): Promise<number> => page.locator('[role=log] .line').count();

/** Waits until everything waits for this seat, or the fight is over; true if it is over. Nothing moves after that. */
export async function turn(page: Page): Promise<boolean> {
  await page.locator('.screen[data-turn]').or(outcome(page)).first().waitFor();
  return (await outcome(page).count()) > 0;
}

/** What a person would do without being asked twice, and without pointing at the map. */
const PLAIN = ':visible:not([data-armed]):not([data-role=leave]):not([data-role=retreat])';

/** Makes up to `most` choices as a hasty player does: what strikes first, else what moves, else the end of the turn. */
export async function playHastily(page: Page, most: number): Promise<boolean> {
  for (let n = 0; n < most; n++) {
    if (await turn(page)) return true;
    const answers = page.locator('[data-answer]:visible');
    if (await answers.count()) {
      await press(page, answers.first());
      continue;
    }
    await page.locator('#tab-action').click();
    await unfold(page);
    const acts = page.locator(`#tab-panel [data-choice]${PLAIN}`);
    const ends = page.locator('[data-end]:visible');
    if (await acts.count()) await press(page, acts.nth(n % (await acts.count())));
    else await press(page, (await ends.count()) ? ends.first() : page.locator(`[data-choice]${PLAIN}`).first());
  }
  return (await outcome(page).count()) > 0;
}

/** Presses a choice, and waits until the table has moved on or asks for a die. */
async function press(page: Page, choice: Locator): Promise<void> {
  const was = await position(page);
  await choice.click();
  // A finger's first tap only shows what it means.
  const again = page.locator('[data-do]:visible');
  if (await again.count()) await again.click();
  await page.waitForFunction(
    (was) =>
      document.querySelector<HTMLElement>('.screen')?.dataset.position !== was ||
      document.querySelector('[aria-label="Type your die"]'),
    was,
  );
}

/** Waits until the table is at another position. */
export async function moved(page: Page, was: string | undefined): Promise<void> {
  await page.waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, was);
}

export const position = (page: Page): Promise<string | undefined> =>
  page.locator('.screen').evaluate((screen) => (screen as HTMLElement).dataset.position);

/** The links of the first players' seats, from the judge's sheet of seats. */
export async function playerLinks(judge: Page, many: number): Promise<string[]> {
  await judge.getByRole('button', { name: 'Seats and invitations' }).click();
  const links: string[] = [];
  for (let nth = 0; nth < many; nth++) {
    const seat = judge.locator('dialog li', { has: judge.locator('.heroes') }).nth(nth);
    const code = seat.getByRole('button', { name: 'QR' });
    if ((await code.getAttribute('aria-expanded')) !== 'true') await code.click();
    await seat.getByRole('img', { name: 'QR code of the link' }).waitFor();
    links.push(await seat.locator('code').innerText());
  }
  await judge.keyboard.press('Escape');
  return links;
}
