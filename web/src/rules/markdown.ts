/** The little of Markdown that the rules pages use, as data: nothing of it is ever taken for HTML. */

export type Span =
  { text: string } | { bold: string } | { italic: string } | { code: string } | { rule: string; text: string };
export type Block =
  | { kind: 'heading'; level: number; spans: Span[]; id: string }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

const INLINE =
  /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([^)]*)\)|\[([A-Z]+-)?([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g;

/** `[C2, R3]` becomes rules of the system, so that a line of the log can be found in the page. */
export function spans(text: string, system: string): Span[] {
  const out: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) out.push({ text: text.slice(at, found.index) });
    const [whole, bold, italic, code, link, , , clauses] = found;
    if (bold) out.push({ bold });
    else if (italic) out.push({ italic });
    else if (code) out.push({ code });
    else if (link) out.push({ text: link });
    else if (clauses) {
      clauses.split(/, ?/).forEach((clause, n) => {
        if (n) out.push({ text: ' ' });
        out.push({ rule: `${system.toUpperCase()}-${clause}`, text: clause });
      });
    } else out.push({ text: whole });
    at = found.index + whole.length;
  }
  if (at < text.length) out.push({ text: text.slice(at) });
  return out;
}

export function parse(source: string, system: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.replace(/\r/g, '').split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (!line.trim()) {
      at++;
      continue;
    }
    const heading = line.match(/^(#{1,4}) (.*)/);
    if (heading) {
      const text = heading[2]!;
      blocks.push({
        kind: 'heading',
        level: heading[1]!.length,
        spans: spans(text, system),
        id: text.toLowerCase().replace(/\W+/g, '-'),
      });
      at++;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((next, n) => n > at && next.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, stop).join('\n') });
      at = stop + 1;
    } else if (line.startsWith('|')) {
      const rows: string[] = [];
      while (lines[at]?.startsWith('|')) rows.push(lines[at++]!);
      const cells = (row: string) =>
        row
          .replace(/^\||\|$/g, '')
          .split('|')
          .map((cell) => spans(cell.trim(), system));
      const body = rows.slice(/^\|[\s:|-]+$/.test(rows[1] ?? '') ? 2 : 1);
      blocks.push({ kind: 'table', head: cells(rows[0]!), rows: body.map(cells) });
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items: string[] = [];
      while (at < lines.length && lines[at]!.trim()) {
        const item = lines[at]!.match(/^\s*(?:[-*]|\d+\.) (.*)/);
        if (item) items.push(item[1]!);
        else items[items.length - 1] += ' ' + lines[at]!.trim();
        at++;
      }
      blocks.push({ kind: 'list', ordered, items: items.map((item) => spans(item, system)) });
    } else {
      const text: string[] = [];
      while (at < lines.length && lines[at]!.trim() && !/^(#{1,4} |```|\||\s*[-*] )/.test(lines[at]!))
        text.push(lines[at++]!.trim());
      if (text.length === 0) text.push(lines[at++]!.trim());
      blocks.push({ kind: 'paragraph', spans: spans(text.join(' '), system) });
    }
  }
  return blocks;
}
