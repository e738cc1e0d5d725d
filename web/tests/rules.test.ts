import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { render } from '../src/rules/render';

const ROOT = join(import.meta.dirname, '../..');
const SYSTEMS = readdirSync(join(ROOT, 'docs/rules')).map((file) => file.replace('.md', ''));

const anchors = (html: string) => new Set([...html.matchAll(/data-rule="([^"]+)"/g)].map((found) => found[1]!));

/** Every clause that a system's source gives as a reason, a warning or a line's rule. */
function cited(system: string): Set<string> {
  const source = join(ROOT, 'systems', system, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.rs'));
  const codes = new RegExp(`"(${system.toUpperCase()}-\\w+)"`, 'g');
  return new Set(
    files.flatMap((file) => [...readFileSync(join(source, file), 'utf8').matchAll(codes)].map((found) => found[1]!)),
  );
}

describe('a rules page', () => {
  it.each(SYSTEMS)('of %s has an anchor for every clause that the system cites', (system) => {
    const html = render(readFileSync(join(ROOT, 'docs/rules', `${system}.md`), 'utf8'), system);
    const wanted = cited(system);
    expect(wanted.size).toBeGreaterThan(20);
    expect([...wanted].filter((rule) => !anchors(html).has(rule))).toEqual([]);
  });

  it('names clauses in brackets or in full, and links neither to another system', () => {
    const html = render('One [C2, R3] and two (HEED-S1, HEED-S2), not OTHER-S3.', 'heed');
    expect([...anchors(html)]).toEqual(['HEED-C2', 'HEED-R3', 'HEED-S1', 'HEED-S2']);
    expect(html).toContain('not OTHER-S3.');
  });

  it('knows tables, lists, code and emphasis', () => {
    const html = render('# A\n\n- **b** *c*\n- `d`\n\n| e | f |\n|---|---|\n| g | h [X1] |\n', 'heed');
    expect(html).toContain('<h2 class="level1">A</h2>');
    expect(html).toContain('<li><strong>b</strong> <em>c</em></li>');
    expect(html).toContain('<code>d</code>');
    expect(html).toContain('<th>f</th>');
    expect(html).toMatch(/<td>h <span[^>]*data-rule="HEED-X1"/);
  });

  it('takes nothing in it for HTML', () => {
    const html = render('a <b onclick="x()">bold</b>\n\n<script>y()</script>\n', 'heed');
    expect(html).not.toMatch(/<(b|script)\b/);
  });
});
