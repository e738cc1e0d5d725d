/**
 * How long a choice takes from the click to the changed page, and its odds once it is pointed at: in every
 * scenario of every system, against the real server. `FRACAS_ONLY` names a part of a scenario's name.
 */
import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { atOnce, begin, open, scenarios } from '../e2e/play';
import { stage } from '../e2e/stage';

/** Milliseconds: half of all choices are on the screen sooner, and 99 of 100 odds. */
const [CHOICE, ODDS] = [100, 150];
/** So many choices are made at each table, or as many as its fight has. */
const MAX = 40;
const ONLY = process.env.FRACAS_ONLY ?? '';
const { server, visit } = stage();

interface Times {
  choices: number[];
  odds: number[];
}

it('a choice is on the screen within 100 ms, and the odds of one that is pointed at within 150', async () => {
  const all = (await scenarios(server.url)).filter(({ system, id }) => `${system}/${id}`.includes(ONLY));
  const missed: string[] = [];
  for (const system of new Set(all.map((one) => one.system))) {
    const times: Times = { choices: [], odds: [] };
    for (const { id } of all.filter((one) => one.system === system)) {
      const { page, close } = await visit();
      await atOnce(page);
      await open(page, server.url, `${system}/${id}`, 4);
      await begin(page);
      const { choices, odds } = await page.evaluate(playThrough, MAX);
      console.log(`${system}/${id}: ${told('choices', choices)}; ${told('odds', odds)}`);
      times.choices.push(...choices);
      times.odds.push(...odds);
      await close();
    }
    const [median, last] = [at(times.choices, 0.5), at(times.odds, 0.99)];
    console.log(`${system}: ${told('choices', times.choices)}; ${told('odds', times.odds)}`);
    record(system, 'ms from a click to the screen', median, CHOICE);
    record(system, 'ms until odds are there, p99', last, ODDS);
    if (median >= CHOICE) missed.push(`${system}: choices ${median.toFixed(0)} ms`);
    if (last >= ODDS) missed.push(`${system}: odds ${last.toFixed(0)} ms`);
  }
  expect(missed).toEqual([]);
});

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
const told = (what: string, times: number[]) =>
  `${times.length} ${what}, median ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`;

/** Tells `cargo xtask bench` a figure: see crates/lab/benches/common/figures.rs. */
function record(system: string, what: string, figure: number, bar: number): void {
  const file = process.env.FRACAS_FIGURES;
  const line = ['The page', system, what, figure.toFixed(0), `at most ${bar}`, figure < bar ? 'met' : 'missed'];
  if (file) appendFileSync(file, line.join('\t') + '\n');
}

/**
 * Runs in the page. As soon as this seat is asked, points at something to choose until its odds are there; then
 * chooses something, until the table has changed and was painted.
 */
async function playThrough(most: number): Promise<Times> {
  const screen = document.querySelector<HTMLElement>('.screen')!;
  const times: Times = { choices: [], odds: [] };
  const frame = () => new Promise(requestAnimationFrame);
  const over = () => document.querySelector('.outcome') !== null;
  const until = async (ready: () => boolean, start = performance.now()) => {
    while (!ready() && !over() && performance.now() - start < 20_000) await frame();
    return performance.now() - start;
  };
  const rows = () =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[data-answer], #tab-panel [data-choice]:not([data-armed]), footer [data-choice]',
      ),
    ].filter((one) => one.offsetParent !== null);
  for (let n = 0; n < most; n++) {
    await until(() => screen.dataset.turn !== undefined && rows().length > 0);
    if (over()) break;
    const [looked, chosen] = [rows()[(n * 7) % rows().length]!, rows()[(n * 5) % rows().length]!];
    if (looked.closest('#tab-panel')) {
      const start = performance.now();
      looked.dispatchEvent(new PointerEvent('pointerenter'));
      await frame();
      const box = () => document.querySelector('.meaning .odds')?.textContent;
      if (box() !== undefined) times.odds.push(await until(() => !box()?.includes('Counting the odds'), start));
      looked.dispatchEvent(new PointerEvent('pointerleave'));
    }
    const [before, button] = [screen.dataset.position, chosen.isConnected ? chosen : rows()[0]];
    if (!button) continue;
    const start = performance.now();
    button.click();
    await frame();
    // One with a button of its own is done there.
    document.querySelector<HTMLElement>('[data-do]')?.click();
    times.choices.push(await until(() => screen.dataset.position !== before, start));
  }
  return times;
}
