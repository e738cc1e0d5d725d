/**
 * How a zone's card is filled at the scale at which it is shown: its name, as many of its features as there is room
 * for, and those who stand there, in rows that leave room for their names. Pure arithmetic.
 */
import { lettering, LINE, TERSE, TOKEN, wrap, type PlacedZone, type Spot } from './layout';
import { BELOW, halves, LINE as NAME_LINE, RIM, SIZE, type Measure } from './names';

/** How wide a letter of a zone's name is for its height, about. */
const WIDE = 0.64;
/** The same of the names under tokens, where nobody has measured them. */
const guess: Measure = (words) => words.length * 0.56;
/** What stays free at the sides of a card, at its foot, and between two names. */
const SIDE = 6;
const EDGE = 4;
const GAP = 5;
/** From token to token: at least, and at most where names are short. */
const LEAST_STEP = 2 * TOKEN + 2 * RIM + 2;
const STRIDE = 96;
/** A row is at most this much further from the next than it has to be. */
const LOOSE = 8;
/** Between words and the rings around tokens. */
const CLEAR = 10;

/** Where the small print begins beside a distance and a way out; under a name in large letters it begins below that. */
const TOP = 29;

/** A zone's name on a small map: in large letters, in two lines where it is too long for one. */
export interface Heading {
  lines: string[];
  size: number;
  /** Where its first line stands, and where it ends. */
  y: number;
  bottom: number;
}
export function heading(name: string, width: number, scale: number): Heading {
  const letters = Math.min(1.65, Math.max(1, 0.8 / scale));
  const longest = (lines: string[]) => Math.max(1, ...lines.map((line) => line.length));
  const room = width - 28;
  const whole = name.length * WIDE * 17 * letters <= room;
  const lines = whole ? [name] : (halves(name)[0] ?? [name]);
  const size = Math.max(12, 12 / scale, Math.min(17 * letters, room / (longest(lines) * WIDE)));
  const y = 27 + (letters - 1) * 8;
  return { lines, size, y, bottom: y + (lines.length - 1) * size + size * 0.35 };
}

/** The lines of a card's features and where they lie, as far as they do not reach the ground on which tokens stand. */
export function features(card: PlacedZone, scale: number): { line: string; y: number }[] {
  const { zone, width, head } = card;
  const grown = lettering(scale);
  const terse = scale < TERSE;
  const from = terse ? heading(zone.name, width, scale).bottom : TOP;
  const lines = terse ? whole(card, scale, head - from) : wrap(zone, width / grown);
  const laid = lines.map((line, n) => ({ line, y: from + LINE * grown * (n + 1) }));
  const shown = laid.filter(({ y }) => y <= head);
  const last = shown.at(-1);
  // What has no room is not left out without a word.
  if (last && shown.length < laid.length && !last.line.endsWith('…')) last.line += ' …';
  return shown;
}

/** On a small map, the features that can be told whole in so much room. The way out is marked at the foot there. */
function whole({ zone, width }: PlacedZone, scale: number, room: number): string[] {
  const grown = lettering(scale);
  for (let many = zone.tags.length; many > 0; many--) {
    const lines = wrap({ tags: zone.tags.slice(0, many), exit: false }, width / grown);
    if (lines.length * LINE * grown <= room && !lines.some((line) => line.endsWith('…'))) return lines;
  }
  return [];
}

interface Row {
  many: number;
  step: number;
  /** How many lines its names take. */
  lines: number;
}

/** Where those of these names stand on a card, and where the words on it end then. */
export function stand(
  card: PlacedZone,
  names: string[],
  scale = 1,
  measure: Measure = guess,
): { head: number; spots: Spot[] } {
  const size = SIZE * Math.max(1, 1 / scale);
  const terse = scale < TERSE;
  const top = terse ? heading(card.zone.name, card.width, scale).bottom : card.head;
  const room = card.height - top - EDGE;
  const high = ({ lines }: Row) => 2 * TOKEN + RIM + BELOW + lines * NAME_LINE * size;
  const wide = (lines: string[]) => Math.max(...lines.map(measure)) * size + GAP;
  const rows = best(names, card.width - 2 * SIDE, room - RIM, STRIDE * Math.max(1, 1 / scale), wide, high);
  const needed = rows.reduce((sum, row) => sum + high(row), rows.length ? RIM : 0);
  // What is left over is for the features of a small map: it keeps no room for them.
  const told = terse ? whole(card, scale, room - needed - CLEAR).length : 0;
  const head = top + (told ? told * LINE * lettering(scale) + CLEAR : 0);
  const free = card.height - head - EDGE - needed;
  const loose = Math.max(0, Math.min(LOOSE, free / (rows.length + 1)));
  let y = card.y + head + Math.max(0, (free - loose * (rows.length - 1)) / 2) + RIM + TOKEN;
  const spots = rows.flatMap((row) => {
    const at = Array.from({ length: row.many }, (_, n) => ({
      x: card.x + card.width / 2 + (n - (row.many - 1) / 2) * row.step,
      y,
    }));
    y += high(row) + loose;
    return at;
  });
  return { head, spots };
}

/** The rows in which the most names can be written whole, in one line if there is room; the fewest of them. */
function best(
  names: string[],
  width: number,
  room: number,
  stride: number,
  wide: (lines: string[]) => number,
  high: (row: Row) => number,
): Row[] {
  const most = Math.max(1, Math.floor(width / LEAST_STEP));
  let found: { rows: Row[]; worth: number } = { rows: [], worth: -Infinity };
  for (let count = Math.ceil(names.length / most); count > 0 && count <= names.length; count++) {
    const per = Math.ceil(names.length / count);
    // Some counts of rows come to the same.
    if (Math.ceil(names.length / per) !== count) continue;
    const now = fill(names, per, width, room, stride, wide, high);
    if (now.worth > found.worth) found = now;
  }
  return found.rows;
}

function fill(
  names: string[],
  per: number,
  width: number,
  room: number,
  stride: number,
  wide: (lines: string[]) => number,
  high: (row: Row) => number,
): { rows: Row[]; worth: number } {
  const chunks = Array.from({ length: Math.ceil(names.length / per) }, (_, n) => names.slice(n * per, (n + 1) * per));
  const rows = chunks.map((chunk) => {
    const step = Math.min(stride, width / chunk.length);
    // In one line, in two, or in none.
    const each = chunk.map((name) => [[name], ...halves(name).slice(0, 1)].findIndex((way) => wide(way) <= step) + 1);
    return { many: chunk.length, step, lines: Math.max(1, ...each), each };
  });
  const over = () => Math.max(0, rows.reduce((sum, row) => sum + high(row), 0) - room);
  // Where there is too little room, rows do without their second line, and then without names.
  for (const lines of [1, 0]) for (const row of rows) if (over() > 0) row.lines = Math.min(row.lines, lines);
  const told = rows.flatMap((row) => row.each.filter((lines) => lines > 0 && lines <= row.lines));
  const worth = told.reduce((sum, lines) => sum + (lines === 1 ? 1 : 0.8), 0) - 10 * over();
  return { rows, worth };
}
