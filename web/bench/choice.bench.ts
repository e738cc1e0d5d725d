/** How long a choice takes from the click to the changed page, in every system, against the real server. */
import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { atOnce, begin, open, scenarios, turn } from '../e2e/play';
import { stage } from '../e2e/stage';

const BAR = 100;
const TRIES = 12;
const { server, visit } = stage();

it('a choice is on the screen within 100 ms', async () => {
  const all = await scenarios(server.url);
  const medians: [string, number][] = [];
  for (const system of new Set(all.map((one) => one.system))) {
    const { page, close } = await visit();
    await atOnce(page);
    await open(page, server.url, `${system}/${all.find((one) => one.system === system)!.id}`, 4);
    await begin(page);
    const times: number[] = [];
    for (let n = 0; n < TRIES && !(await turn(page)); n++) {
      const took = await page.evaluate(clickAndWait);
      if (took !== null) times.push(took);
    }
    times.sort((a, b) => a - b);
    const median = times[times.length >> 1] ?? Infinity;
    console.log(`${system}: median ${median.toFixed(0)} ms of ${times.map((time) => time.toFixed(0)).join(', ')}`);
    medians.push([system, median]);
    record(system, median);
    await close();
  }
  for (const [system, median] of medians) expect(median, system).toBeLessThan(BAR);
});

/** Tells `cargo xtask bench` a figure: see crates/lab/benches/common/figures.rs. */
function record(system: string, median: number): void {
  const file = process.env.FRACAS_FIGURES;
  const verdict = median < BAR ? 'met' : 'missed';
  const line = ['The page', system, 'ms from a click to the screen', median.toFixed(0), `at most ${BAR}`, verdict];
  if (file) appendFileSync(file, line.join('\t') + '\n');
}

/** Clicks the first thing that can be chosen, and says how long it took until the table had changed and was painted. */
function clickAndWait(): Promise<number | null> {
  const button = [
    ...document.querySelectorAll<HTMLElement>(
      '[data-answer], #tab-panel [data-choice]:not([data-armed]), footer [data-choice]',
    ),
  ].find((one) => one.offsetParent !== null);
  const screen = document.querySelector<HTMLElement>('.screen');
  if (!button || !screen) return Promise.resolve(null);
  const before = screen.dataset.position;
  const start = performance.now();
  return new Promise((resolve) => {
    const seen = new MutationObserver(() => {
      if (screen.dataset.position === before) return;
      seen.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    seen.observe(screen, { attributes: true });
    button.click();
  });
}
