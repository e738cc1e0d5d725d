/** What axe has to say about a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[] }[];
}

/** What is serious; `only`: by this rule alone, where the others have looked at the same page already. */
export async function serious(page: Page, only?: string): Promise<string[]> {
  // The page's own policy forbids strange scripts; the test's evaluation is not bound by it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async (only) => {
    const axe = (
      globalThis as unknown as { axe: { run: (where: Document, how: object) => Promise<{ violations: Finding[] }> } }
    ).axe;
    const how = { resultTypes: ['violations'], ...(only ? { runOnly: [only] } : {}) };
    return (await axe.run(document, how)).violations;
  }, only);
  return (found as Finding[])
    .filter((one) => one.impact === 'serious' || one.impact === 'critical')
    .map(
      (one) =>
        `${one.id}: ${one.help} (${one.nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join('; ')})`,
    );
}
