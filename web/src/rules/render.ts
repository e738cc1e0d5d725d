/** A rules page as HTML. Each clause that it names is an anchor, which a line of the log or a refusal can open. */
import { Marked, type MarkedExtension, type Tokens } from 'marked';

/** A clause is named in full, `DELVE-C2`, or within its own page in brackets: `[C2, R3]`. */
const CLAUSE = '[A-Z]+\\d+';

interface Clauses extends Tokens.Generic {
  type: 'clauses';
  names: string[];
}

function clauses(system: string): MarkedExtension {
  const prefix = `${system.toUpperCase()}-`;
  const named = new RegExp(`\\[(${CLAUSE}(?:, ?${CLAUSE})*)\\]|${prefix}(${CLAUSE})`);
  const first = new RegExp(`^(?:${named.source})`);
  return {
    extensions: [
      {
        name: 'clauses',
        level: 'inline',
        start: (text) => named.exec(text)?.index,
        tokenizer(text): Clauses | undefined {
          const found = first.exec(text);
          if (!found) return undefined;
          return { type: 'clauses', raw: found[0], names: (found[1] ?? found[2])!.split(/, ?/) };
        },
        renderer: (token) =>
          (token as Clauses).names
            .map((name) => `<span class="clause small" data-rule="${prefix}${name}">${name}</span>`)
            .join(' '),
      },
    ],
  };
}

/** The drawer has a heading of its own; a wide table scrolls by itself; links lead to files that are not here. */
const page: MarkedExtension = {
  renderer: {
    heading({ tokens, depth }) {
      const level = Math.min(4, depth + 1);
      return `<h${level} class="level${depth}">${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    table(token) {
      const row = (cells: Tokens.TableCell[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      const table = `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table>`;
      return `<div class="scroll">${table}</div>\n`;
    },
    link({ tokens }) {
      return this.parser.parseInline(tokens);
    },
    html({ text }) {
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    },
  },
};

export function render(source: string, system: string): string {
  return new Marked(clauses(system), page).parse(source, { async: false });
}
