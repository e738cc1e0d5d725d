/**
 * The names under tokens: whole while there is room, never over each other, over a token or over the edge of a card.
 * Pure arithmetic; how wide words are is told by whoever draws them.
 */
import type { Who } from '../types';
import type { Drawn, Standing } from './places';

/** A name is written in letters of this size, or larger where the map is small: they are never too small to be read. */
export const SIZE = 12;
/** From the edge of a token to the top of its name. */
export const BELOW = 8;
/** From line to line, for letters of size one. */
export const LINE = 1.15;
/** What is left free between two names. */
const GAP = 5;
/** What is drawn around a token: its health and its shadow. */
export const RIM = 5;
/** A name of which fewer letters are left says no more than those on the token. */
const LEAST_LETTERS = 4;
/** On a smaller map than this, a name is written whole or not at all. */
const CUT = 0.66;

/** How wide words are, in letters of size one. */
export type Measure = (words: string) => number;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
interface Label {
  one: Standing;
  /** What can be written, best first; nothing at last. */
  ways: { lines: string[]; box: Box | null }[];
  chosen: number;
}

/** Names as lines. Where two touch, the wider one gives way, until none do. */
export function labels(drawn: Pick<Drawn, 'standing' | 'cards'>, measure: Measure, scale = 1): Map<Who, string[]> {
  const size = SIZE * Math.max(1, 1 / scale);
  const tokens = drawn.standing.map((one) => around(one));
  const all = drawn.standing.map((one, n): Label => {
    const card = drawn.cards.find(({ zone }) => zone.id === one.token.place);
    const free = (box: Box) =>
      (!card || within(box, card)) && tokens.every((token, other) => other === n || !touch(box, token, 0));
    const ways = wordings(one.token.name, scale >= CUT)
      .map((lines) => ({ lines, box: boxOf(one, lines, measure, size) }))
      .filter(({ box }) => free(box));
    return { one, ways: [...ways, { lines: [], box: null }], chosen: 0 };
  });
  for (let pair = touching(all); pair; pair = touching(all)) {
    const [a, b] = pair;
    (width(a) < width(b) ? b : a).chosen++;
  }
  // Somebody who gave way may have done so for one who gave way further.
  for (const label of all) {
    const others = all.filter((other) => other !== label);
    const fits = ({ box }: Label['ways'][number]) => others.every((other) => !touch(box, boxNow(other), GAP));
    label.chosen = label.ways.findIndex(fits);
  }
  return new Map(all.map(({ one, ways, chosen }) => [one.token.who, ways[chosen]!.lines]));
}

const boxNow = ({ ways, chosen }: Label): Box | null => ways[chosen]!.box;
const width = (label: Label): number => {
  const box = boxNow(label);
  return box ? box.right - box.left : 0;
};

function touching(all: Label[]): [Label, Label] | null {
  for (const [n, a] of all.entries())
    for (const b of all.slice(n + 1)) if (touch(boxNow(a), boxNow(b), GAP)) return [a, b];
  return null;
}

/** Do two boxes lie over each other, or nearer beside each other than the gap? */
function touch(a: Box | null, b: Box | null, gap: number): boolean {
  return !!a && !!b && a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom;
}

function around({ x, y, r }: Standing): Box {
  return { left: x - r - RIM, right: x + r + RIM, top: y - r - RIM, bottom: y + r + RIM };
}

function within(box: Box, card: { x: number; y: number; width: number; height: number }): boolean {
  const edge = 2;
  return box.left > card.x + edge && box.right < card.x + card.width - edge && box.bottom < card.y + card.height - edge;
}

function boxOf({ x, y, r }: Standing, lines: string[], measure: Measure, size: number): Box {
  const half = (Math.max(...lines.map((line) => measure(line))) * size) / 2;
  const top = y + r + BELOW;
  return { left: x - half, right: x + half, top, bottom: top + lines.length * LINE * size };
}

/** A name in two lines, at a space or after a hyphen, those of about the same length first. */
export function halves(name: string): string[][] {
  const breaks = Array.from(name, (_, n) => n).filter((n) => n > 0 && (name[n] === ' ' || name[n - 1] === '-'));
  const longer = (lines: string[]) => Math.max(...lines.map((line) => line.length));
  return breaks.map((at) => [name.slice(0, at), name.slice(at).trimStart()]).toSorted((a, b) => longer(a) - longer(b));
}

/** A name as it may be written: in one line, in two of about the same length, or cut more and more. */
function wordings(name: string, cut: boolean): string[][] {
  return [[name], ...halves(name).slice(0, 1), ...(cut ? cuts(name).map((part) => [part]) : [])];
}

/** A name cut more and more, with its number kept. */
function cuts(name: string): string[] {
  const space = name.lastIndexOf(' ');
  const numbered = space > 0 && Number.isInteger(Number(name.slice(space + 1)));
  const [words, number] = numbered ? [name.slice(0, space), name.slice(space)] : [name, ''];
  const shorter = Array.from({ length: Math.max(0, words.length - LEAST_LETTERS - 1) }, (_, n) => words.length - 2 - n);
  return [...new Set(shorter.map((length) => `${words.slice(0, length).trimEnd()}…${number}`))];
}
