/** A whole fight in every system that is registered, from the start page to the result. */
import { describe, expect, it } from 'vitest';
import { atOnce, begin, openByHand, outcome, playHastily, scenarios } from './play';
import { stage } from './stage';
import { finish } from './wire';

const { server, visit } = stage();

describe('a whole fight', () => {
  for (const system of ['ardor', 'delve', 'heed', 'ranks', 'twelves']) {
    it(`goes from the start page to the result in ${system}`, async (context) => {
      const first = (await scenarios(server.url)).find((one) => one.system === system);
      if (!first) context.skip(`${system} is not registered`);
      const { page, errors, close } = await visit();
      await atOnce(page);
      await openByHand(page, server.url, `${system}/${first!.id}`, 4);
      await begin(page);
      // The rest is played by a mind, so that a long fight does not take a long time.
      if (!(await playHastily(page, 8))) await finish(page);
      await outcome(page).waitFor();
      await page.getByRole('button', { name: 'Result and replay' }).click();
      await page.getByLabel('Time line').waitFor();
      expect(await page.locator('h1').innerText()).toMatch(/won|lost|win|fled|draw|over|field|end/i);
      expect(await page.locator('[role=log] .line').count()).toBeGreaterThan(3);
      expect(errors).toEqual([]);
      await close();
    });
  }
});
