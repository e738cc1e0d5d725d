/**
 * How a combatant is told apart without reading its name: a monogram, a shape and a colour.
 * Colours are Okabe and Ito's; shape and monogram say the same to whoever does not see them.
 */
import type { Token, Who } from './types';

export type Shape = 'circle' | 'square' | 'hexagon' | 'diamond' | 'shield' | 'drop';
export interface Mark {
  who: Who;
  monogram: string;
  shape: Shape;
  /** Fill and the ink on it, as CSS colours. */
  fill: string;
  ink: string;
}

const HEROES: [Shape, string, string][] = [
  ['circle', '#0072b2', '#fff'],
  ['square', '#d55e00', '#fff'],
  ['hexagon', '#009e73', '#fff'],
  ['diamond', '#e69f00', '#2a1c00'],
  ['shield', '#cc79a7', '#2b0a1c'],
  ['drop', '#56b4e9', '#06243a'],
];

/** "Goblin 3" is G3, "Cult priest" is Cp. */
export function monogram(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean);
  const number = words.at(-1)?.match(/^\d+$/) ? words.pop() : undefined;
  const first = words[0]?.[0]?.toUpperCase() ?? '?';
  if (number) return first + number;
  return first + (words.length > 1 ? (words.at(-1)?.[0]?.toLowerCase() ?? '') : '');
}

/** Marks for all, with monograms that do not repeat. */
export function marksFor(tokens: Token[]): Map<Who, Mark> {
  const taken = new Set<string>();
  const marks = new Map<Who, Mark>();
  let heroes = 0;
  for (const token of tokens.toSorted((a, b) => a.who - b.who)) {
    const [shape, fill, ink] =
      token.side === 'heroes'
        ? HEROES[heroes++ % HEROES.length]!
        : (['circle', 'var(--monster)', 'var(--monster-ink)'] as const);
    const text = fresh(token.name, taken);
    taken.add(text);
    marks.set(token.who, { who: token.who, monogram: text, shape, fill, ink });
  }
  return marks;
}

function fresh(name: string, taken: Set<string>): string {
  const plain = monogram(name);
  if (!taken.has(plain)) return plain;
  const letters = name.replace(/[^\p{L}\d]/gu, '');
  for (let at = 1; at < letters.length; at++) {
    const longer = plain[0] + letters[at]!.toLowerCase();
    if (!taken.has(longer)) return longer;
  }
  let n = 2;
  while (taken.has(plain[0] + String(n))) n++;
  return plain[0] + String(n);
}

/** The outline of a shape around the origin, as an SVG path. */
export function outline(shape: Shape, r: number): string {
  const points = (list: [number, number][]) =>
    'M' + list.map(([x, y]) => `${(x * r).toFixed(2)} ${(y * r).toFixed(2)}`).join('L') + 'Z';
  switch (shape) {
    case 'square':
      return rounded(r * 0.9, r * 0.28);
    case 'hexagon':
      return points(
        [0, 1, 2, 3, 4, 5].map((n) => [Math.cos((n * Math.PI) / 3) * 1.06, Math.sin((n * Math.PI) / 3) * 1.06]),
      );
    case 'diamond':
      return points([
        [0, -1.16],
        [1.16, 0],
        [0, 1.16],
        [-1.16, 0],
      ]);
    case 'shield':
      return (
        `M${-r * 0.92} ${-r * 0.9}H${r * 0.92}V${r * 0.1}Q${r * 0.86} ${r * 0.78} 0 ${r * 1.08}` +
        `Q${-r * 0.86} ${r * 0.78} ${-r * 0.92} ${r * 0.1}Z`
      );
    case 'drop':
      return (
        `M0 ${-r * 1.2}C${r * 0.5} ${-r * 0.7} ${r} ${-r * 0.3} ${r} ${r * 0.12}` +
        `A${r} ${r * 0.92} 0 0 1 ${-r} ${r * 0.12}C${-r} ${-r * 0.3} ${-r * 0.5} ${-r * 0.7} 0 ${-r * 1.2}Z`
      );
    default:
      return `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0Z`;
  }
}

function rounded(half: number, corner: number): string {
  const h = half,
    c = corner,
    s = 2 * (half - corner);
  const bend = (x: number, y: number) => `a${c} ${c} 0 0 1 ${x} ${y}`;
  return `M${-h + c} ${-h}h${s}${bend(c, c)}v${s}${bend(-c, c)}h${-s}${bend(-c, -c)}v${-s}${bend(c, -c)}Z`;
}
