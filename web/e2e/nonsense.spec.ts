/**
 * The page goes by what the display model says, never by words: with every word that it is sent replaced by nonsense it
 * shows the same groups, buttons, marks, dice and pictures.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ServerMessage, State } from '../src/types';
import type { Visit } from './browser';
import { atOnce, moved, open, position, turn } from './play';
import { stage } from './stage';

const { server, visit } = stage();
const SEED = 4;
const STEPS = 6;
const TABLES = [
  'ardor/the-jolly-otter',
  'delve/goblins-at-the-ford',
  'heed/ogre-bridge',
  'ranks/toll-bridge',
  'twelves/worm-orchard',
  'ardor/the-false-light',
  'delve/the-drowned-priory',
  'heed/saltmarrow-cellars',
  'ranks/the-reeves-road',
  'twelves/the-drowned-mint',
];

/** Whatever people read. All other strings are ids, kinds and places. */
const WORDS = new Set(
  (
    'name title phase label text means words pool effect one many short why message advice aim note ' +
    'warnings assumes items choice'
  ).split(' '),
);

/** Letters instead of letters, figures and signs; spaces stay, so that what is wrapped is wrapped alike. */
function nonsense(text: string): string {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  const letter = () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  };
  return [...text].map((one) => (one === ' ' ? one : letter())).join('');
}

function garbled(value: unknown, key = '', inside: object = {}): unknown {
  if (typeof value === 'string') {
    // What a combatant is is told in words; other kinds are kinds.
    const read = WORDS.has(key) || (key === 'kind' && 'tracks' in inside);
    return read ? nonsense(value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => garbled(one, key, inside));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, garbled(one, name, value)]));
}

interface Feed {
  /** What the server said last, in its own words. */
  state: State | null;
  send: (message: object) => void;
}

/** Stands between the page and the server. Odds come when they are counted, so they would differ by pace alone. */
async function between({ page }: Visit, change: (state: State) => State): Promise<Feed> {
  const feed: Feed = { state: null, send: () => undefined };
  await page.routeWebSocket(/\/live/, (socket) => {
    const real = socket.connectToServer();
    feed.send = (message) => real.send(JSON.stringify(message));
    real.onMessage((data) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'odds') return;
      if (message.type !== 'state') return socket.send(data);
      feed.state = message;
      socket.send(JSON.stringify({ type: 'state', ...change(message) }));
    });
  });
  return feed;
}

/** Under each tab, the page without its words and measures: elements, their classes, what they are and their state. */
async function structure(page: Page): Promise<Record<string, string[]>> {
  // Whatever has just changed has come to rest.
  await page.locator('.screen:not(.settling)').waitFor();
  return page.evaluate(async () => {
    const told = ['role', 'aria-pressed', 'aria-selected', 'aria-disabled', 'data-role', 'data-token', 'data-sight'];
    const walk = (element: Element, depth: number, lines: string[]) => {
      // How much of a name there is room for under a token differs with its length, too.
      if (element.matches('.token > text.name')) return;
      // So does on how many lines the tags of a zone stand.
      if (element.matches('text.tags + text.tags')) return;
      // Dice in the air are gone after a while, and so is what is said of them; what the pointer happens to be on
      // differs with the length of words.
      if (element.matches('.tray, .rolled, .meaning, [aria-live]:not([role=log])')) return;
      const classes = [...element.classList].filter((name) => !name.startsWith('svelte-')).toSorted();
      const marks = told.filter((name) => element.hasAttribute(name)).map((n) => `${n}=${element.getAttribute(n)}`);
      const others = element.getAttributeNames().filter((name) => name.startsWith('data-') && !told.includes(name));
      const face = element.matches('svg[role=img]') ? [`face ${element.getAttribute('aria-label')}`] : [];
      const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      const what = [element.tagName, ...classes, ...marks, ...others.toSorted(), ...face, ...(words ? ['words'] : [])];
      lines.push(' '.repeat(depth) + what.join(' '));
      for (const child of element.children) walk(child, depth + 1, lines);
    };
    const found: Record<string, string[]> = {};
    for (const tab of ['stats', 'move', 'action']) {
      document.querySelector<HTMLElement>(`#tab-${tab}`)?.click();
      await new Promise(requestAnimationFrame);
      walk(document.querySelector('.screen')!, 0, (found[tab] = []));
    }
    return found;
  });
}

/** One choice among all, the same at both tables; nobody leaves. */
function pick(state: State, step: number): string {
  const staying = state.view.choices.filter((choice) => choice.role !== 'leave' && choice.role !== 'retreat');
  return staying[(step * 5) % staying.length]!.text;
}

describe('a table in nonsense', () => {
  /** Tables on which dice lay in the log. */
  const rolled = new Set<string>();
  for (const scenario of TABLES) {
    it(`looks the same: ${scenario}`, async () => {
      const seats = [await visit(), await visit()] as const;
      const feeds = [
        await between(seats[0], (state) => state),
        await between(seats[1], (state) => garbled(state) as State),
      ] as const;
      const sit = async ({ page }: Visit) => {
        await atOnce(page);
        await open(page, server.url, scenario, SEED);
        // Nothing is pointed at.
        await page.mouse.move(5, 5);
      };
      await Promise.all(seats.map(sit));
      for (let step = 0; step < STEPS; step++) {
        const over = await Promise.all(seats.map(({ page }) => turn(page)));
        expect(over[0]).toBe(over[1]);
        const at = `${scenario}, step ${step}`;
        const unnamed = feeds[0].state!.view.choices.filter(({ deed }) => !deed.id || !deed.title);
        expect(
          unnamed.map(({ text }) => text),
          `${at}: choices without a deed`,
        ).toEqual([]);
        const [plain, garbled] = await Promise.all(seats.map(({ page }) => structure(page)));
        for (const tab in plain) expect(garbled![tab], `${at}, ${tab}`).toEqual(plain[tab]);
        if (over[0]) break;
        const choice = pick(feeds[0].state!, step);
        const choose = async ({ page }: Visit, n: number) => {
          const was = await position(page);
          const at = feeds[n]!.state!.position;
          feeds[n]!.send({ type: 'choose', id: `nonsense-${n}-${step}`, position: at, choice });
          await moved(page, was);
        };
        await Promise.all(seats.map(choose));
      }
      if (await seats[1].page.locator('[role=log] .roll svg').count()) rolled.add(scenario);
      const shown = await seats[1].page.locator('.screen').innerText();
      for (const { name } of feeds[0].state!.view.tokens) expect(shown).not.toContain(name);
      for (const seat of seats) {
        expect(seat.errors).toEqual([]);
        await seat.close();
      }
    });
  }

  it('rolled dice', () => {
    expect(rolled.size).toBeGreaterThan(2);
  });
});
