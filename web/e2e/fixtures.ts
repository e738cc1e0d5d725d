/** Records the unit tests' states from the real server: `npm run fixtures`. Choices have their odds beside them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerMessage, Stakes, State } from '../src/types';
import { atOnce, begin, open, playHastily, turn } from './play';
import { stage } from './stage';

const OUT = join(import.meta.dirname, '../tests/fixtures');
const TABLES = { delve: 'delve/goblins-at-the-ford', ardor: 'ardor/the-jolly-otter', ranks: 'ranks/toll-bridge' };
const { server, visit } = stage();

for (const [name, scenario] of Object.entries(TABLES)) {
  it(`records ${name}`, async () => {
    const { page, close } = await visit();
    let state: State | undefined;
    let odds = new Map<string, Stakes>();
    await page.routeWebSocket(/\/live/, (socket) => {
      socket.connectToServer().onMessage((data) => {
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'state')
          [state, odds] = [message, state?.position === message.position ? odds : new Map()];
        if (message.type === 'odds') for (const { text, stakes } of message.odds) odds.set(text, stakes);
        socket.send(data);
      });
    });
    await atOnce(page);
    await open(page, server.url, scenario, 4);
    await begin(page);
    await playHastily(page, 2);
    if (await turn(page)) throw new Error('the fight should still be on');
    // Somebody who comes anew is told the whole log.
    await page.reload();
    await turn(page);
    // Not every choice has odds; the tests look at those of this one.
    if (name === 'delve') await expect.poll(() => odds.size, { timeout: 60_000 }).toBe(state!.view.choices.length);
    const { view, lines } = state!;
    for (const choice of view.choices) choice.odds = odds.get(choice.text) ?? null;
    writeFileSync(join(OUT, `${name}.json`), JSON.stringify({ view, log: lines }) + '\n');
    await close();
  });
}
