/** A whole fight in each system without a mouse: by keys alone, and by a finger on a phone. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE } from './browser';
import { atOnce, open, outcome, position, seeded } from './play';
import { stage } from './stage';

const { server, visit } = stage();
const FIGHTS = [
  { fight: 'ardor/the-jolly-otter', seed: 4 },
  { fight: 'delve/goblins-at-the-ford', seed: 4 },
  { fight: 'heed/ogre-bridge', seed: 7 },
  { fight: 'ranks/toll-bridge', seed: 4 },
  { fight: 'twelves/worm-orchard', seed: 4 },
];
/** More than any of these fights takes. */
const MAX = 400;
/** After so long without a change it is looked again at what there is to press, in milliseconds. */
const AGAIN = 5000;

/** How whoever plays presses things. */
interface Hand {
  begin: () => Promise<void>;
  /** What is proposed for all together. */
  propose: () => Promise<void>;
  /** The first choice or answer that there is. */
  first: () => Promise<void>;
  end: () => Promise<void>;
}

/** Waits until this seat is asked and the odds are there, or until it is over, which it says. */
async function asked(page: Page): Promise<boolean> {
  await page.locator('.screen[data-turn][data-counted]:not([data-busy])').or(outcome(page)).first().waitFor();
  return (await outcome(page).count()) > 0;
}

/** Plays to the end: what is proposed, else an answer, else the end of the turn. */
async function playOut(page: Page, hand: Hand): Promise<void> {
  for (let n = 0; n < MAX && !(await asked(page)); n++) {
    const was = await position(page);
    const there = async (what: string) => (await page.locator(`${what}:visible`).count()) > 0;
    // The page may answer first what goes without saying: then the press falls on nothing, and it is looked again.
    const act = async () => {
      if ((await there('[data-ready]')) || (await there('[data-begin]'))) await hand.begin();
      else if (await there('[data-together]')) await hand.propose();
      else if (await there('[data-end]')) await hand.end();
      else await hand.first();
    };
    await act().catch(() => undefined);
    await page
      .waitForFunction(
        (was) =>
          document.querySelector<HTMLElement>('.screen')?.dataset.position !== was ||
          document.querySelector('.outcome'),
        was,
        { timeout: AGAIN },
      )
      .catch(() => undefined);
  }
  expect(await outcome(page).count(), 'it came to an end').toBe(1);
}

function keys(page: Page): Hand {
  const press = async (...all: string[]) => {
    for (const key of all) await page.keyboard.press(key);
  };
  return {
    begin: () => press('r'),
    propose: () => press('p', 'Enter'),
    first: async () => {
      await press('1', 'Enter');
      // A deed, or a target with several ways, opens first.
      for (let n = 0; n < 2 && (await page.locator(':focus[aria-expanded=true]').count()); n++)
        await press('Tab', 'Enter');
    },
    end: () => press('e', 'Enter'),
  };
}

function finger(page: Page): Hand {
  const tap = async (what: Locator) => {
    // Just after a change taps do not count.
    await page.locator('.screen:not(.settling)').waitFor();
    await what.first().tap({ timeout: AGAIN });
  };
  return {
    begin: () => tap(page.locator('[data-ready]:visible, [data-begin]:visible')),
    propose: () => tap(page.locator('[data-together]:visible')),
    end: () => tap(page.locator('[data-end]:visible')),
    first: async () => {
      await tap(page.locator('#tab-panel [data-choice]:visible'));
      // The first tap shows what it means.
      await page.locator('[data-do]:visible').tap({ timeout: AGAIN });
    },
  };
}

describe('a whole fight by keys', () => {
  for (const { fight, seed } of FIGHTS)
    it(`from the start page to the result: ${fight}`, async () => {
      const { page, errors, close } = await visit();
      await atOnce(page, false);
      await seeded(page, seed);
      await page.goto(server.url);
      await page.locator(`[data-scenario="${fight}"]`).focus();
      await page.keyboard.press('Enter');
      await playOut(page, keys(page));
      await page.getByRole('button', { name: 'Result and replay' }).focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Time line').waitFor();
      expect(errors).toEqual([]);
      await close();
    });
});

describe('a whole fight by touch', () => {
  for (const { fight, seed } of FIGHTS)
    it(`on a phone: ${fight}`, async () => {
      const { page, errors, close } = await visit(PHONE);
      await atOnce(page, false);
      await open(page, server.url, fight, seed);
      await playOut(page, finger(page));
      await page.getByRole('button', { name: 'Result and replay' }).tap();
      await page.getByLabel('Time line').waitFor();
      expect(errors).toEqual([]);
      await close();
    });
});
