/** How a person gets about the page: opening a fight, choosing, waiting for one's turn. */
import type { Locator, Page } from 'playwright-core';

/** Everything that can be chosen just now. */
export const choices = (page: Page): Locator =>
  page.locator('#tab-panel [data-choice]:visible, [data-answer]:visible, footer [data-choice]:visible');
export const outcome = (page: Page): Locator => page.locator('.outcome');

export async function atOnce(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('fracas.settings', JSON.stringify({ speed: 'instant', theme: 'system', byThemselves: true })),
  );
}

/** The next table that the page opens has this seed, so that the same happens each time. */
export async function seeded(page: Page, seed: number): Promise<void> {
  await page.route('**/api/tables', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed }) });
  });
}

/** From the start page into a fight, in two clicks where it asks to begin. */
export async function open(page: Page, url: string, scenario: string, mode: 'solo' | 'judge' = 'solo'): Promise<void> {
  await page.goto(url);
  const card = page.locator(`[data-scenario="${scenario}"]`);
  if (mode === 'solo') await card.click();
  else await page.locator('article', { has: card }).getByRole('button', { name: 'with friends' }).click();
  await page.locator('[data-token]').first().waitFor();
}

export async function begin(page: Page): Promise<void> {
  const first = page.locator('[data-begin]:visible, [data-choice]:visible').first();
  await first.waitFor();
  if (await page.locator('[data-begin]:visible').count()) await page.locator('[data-begin]:visible').click();
}

export async function scenarios(url: string): Promise<{ system: string; id: string }[]> {
  return (await fetch(`${url}/api/scenarios`)).json() as Promise<{ system: string; id: string }[]>;
}

/** How many lines the log has. */
export const logLength = (page: Page): Promise<number> => page.locator('[role=log] .line').count();

/** Waits until something can be chosen or the fight is over; true if it is over. */
export async function turn(page: Page): Promise<boolean> {
  await choices(page).or(outcome(page)).first().waitFor({ timeout: 60_000 });
  return (await outcome(page).count()) > 0;
}

/** Makes up to `most` choices as a hasty player does: what strikes first, else what moves, else the end of the turn. */
export async function playHastily(page: Page, most: number): Promise<boolean> {
  for (let n = 0; n < most; n++) {
    if (await turn(page)) return true;
    if (await page.locator('[data-answer]:visible').count())
      await press(page, page.locator('[data-answer]:visible').first());
    else {
      await page.locator('#tab-action').click();
      const strike = page.locator('#tab-panel [data-choice]:visible');
      const end = page.locator('[data-end]:visible');
      if (await strike.count()) await press(page, strike.nth(n % (await strike.count())));
      else if (await end.count()) await press(page, end.first());
      else await press(page, choices(page).first());
    }
  }
  return (await outcome(page).count()) > 0;
}

/** Presses a choice; the table may move on at the same moment, and then it is gone. */
async function press(page: Page, choice: Locator): Promise<void> {
  const before = await position(page);
  await choice.click({ timeout: 3000 }).catch(() => undefined);
  await page
    .waitForFunction((was) => document.querySelector<HTMLElement>('.screen')?.dataset.position !== was, before, {
      timeout: 5000,
    })
    .catch(() => undefined);
}

export const position = (page: Page): Promise<string | undefined> =>
  page.locator('.screen').evaluate((screen) => (screen as HTMLElement).dataset.position);

/** Lets a mind play the own seat until the fight is over. Whoever joins the seat later is handed over too. */
export async function finish(page: Page, timeout: number): Promise<void> {
  const end = Date.now() + timeout;
  while (Date.now() < end) {
    await letMindPlay(page);
    await choices(page)
      .or(outcome(page))
      .first()
      .waitFor({ timeout: end - Date.now() });
    if (await outcome(page).count()) return;
  }
  throw new Error('the fight did not end');
}

/** Lets a mind play the own seat, from the seats' sheet. */
export async function letMindPlay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Seats and invitations' }).click();
  await page.getByLabel('a mind plays').first().check();
  await page.keyboard.press('Escape');
}

/** The links of the first players' seats, from the judge's sheet of seats. */
export async function playerLinks(judge: Page, many: number): Promise<string[]> {
  await judge.getByRole('button', { name: 'Seats and invitations' }).click();
  const links: string[] = [];
  for (let nth = 0; nth < many; nth++) {
    const seat = judge.locator('dialog li', { has: judge.locator('.heroes') }).nth(nth);
    await seat.getByRole('button', { name: 'QR' }).click();
    await seat.getByRole('img', { name: 'QR code of the link' }).waitFor();
    links.push(await seat.locator('code').innerText());
  }
  await judge.keyboard.press('Escape');
  return links;
}
