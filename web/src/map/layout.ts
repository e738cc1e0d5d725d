/** Where zone cards and the tokens in them stand. Pure arithmetic on the display model. */
import type { Token, ZoneCard, ZonesView } from '../types';
import { turn, type Box, type Size } from './camera';

export interface PlacedZone {
  zone: ZoneCard;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its features, as lines that fit. */
  lines: string[];
  /** Where the words end and the ground for tokens begins. */
  head: number;
}
export interface Spot {
  x: number;
  y: number;
}

export const TOKEN = 21;
const STEP = 58;
const ROW = 74;
const HEAD = 38;
const LINE = 16;
/** How wide a letter of the small print is, about. */
const LETTER = 6.3;
const FOOT = 28;
const GAP = { x: 64, y: 52 };
const LEAST_HEIGHT = 150;
/** How near staggered cards move together. */
const STAGGER = 0.62;

/**
 * The cards of a map after so many quarter turns, all of one size so that the map stays calm. Of the ways to lay them out
 * that keep their order, the one that fills the screen best is taken; a single row may be staggered.
 */
export function placeZones(map: ZonesView, crowd: number, quarters: number, screen: Size): PlacedZone[] {
  if (map.zones.length === 0) return [];
  const xs = ranks(map.zones.map((zone) => zone.at[0]));
  const ys = ranks(map.zones.map((zone) => zone.at[1]));
  const [columns, rows] = [Math.max(...xs.values()) + 1, Math.max(...ys.values()) + 1];
  const cells = map.zones.map((zone) => turn(xs.get(zone.at[0])!, ys.get(zone.at[1])!, columns, rows, quarters));
  const row = cells.every(([, y]) => y === 0) && cells.length > 2;
  const column = cells.every(([x]) => x === 0) && cells.length > 2;
  const least = leastWidth(map.zones);
  let best: PlacedZone[] = [], most = 0;
  for (let perRow = 2; perRow <= 6; perRow++) {
    const width = Math.max(least, perRow * STEP + 24);
    const inRow = Math.floor((width - 24) / STEP);
    const lines = map.zones.map((zone) => wrap(zone, width));
    const head = HEAD + LINE * Math.max(1, ...lines.map((list) => list.length));
    const height = Math.max(LEAST_HEIGHT, head + Math.ceil(crowd / inRow) * ROW + FOOT);
    for (const stagger of row || column ? [false, true] : [false]) {
      const cards = map.zones.map((zone, index) => ({ zone, index, width, height, head, lines: lines[index]!, ...corner(cells[index]!, width, height, stagger && row, stagger && column) }));
      const box = bounds(cards);
      const scale = Math.min(screen.width / box.width, screen.height / box.height, 1.6);
      // A little in favour of what lies as it was written.
      const worth = scale * (stagger ? 0.92 : 1);
      if (worth > most * 1.01) [best, most] = [cards, worth];
    }
  }
  return best;
}

function corner([x, y]: [number, number], width: number, height: number, row: boolean, column: boolean): Spot {
  const [w, h] = [width + GAP.x, height + GAP.y];
  if (row) return { x: x * w * STAGGER, y: (x % 2) * (height + GAP.y * 0.7) };
  if (column) return { x: (y % 2) * (width + GAP.x * 0.7), y: y * h * STAGGER };
  return { x: x * w, y: y * h };
}

/** Features in lines of the card's width, at most three; the first is shorter where the way out is marked beside it. */
export function wrap(zone: Pick<ZoneCard, 'tags' | 'exit'>, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const room = () => Math.floor((width - 32 - (zone.exit && lines.length === 0 ? 74 : 0)) / LETTER);
  for (const tag of zone.tags) {
    if (line && (line + ' · ' + tag).length > room()) {
      lines.push(line);
      line = '';
    }
    line = line ? `${line} · ${tag}` : tag;
    if (line.length > room()) line = line.slice(0, Math.max(1, room() - 1)) + '…';
  }
  if (line) lines.push(line);
  return lines.slice(0, 3);
}

/** So wide that a name and the distance beside it have room. */
function leastWidth(zones: ZoneCard[]): number {
  const longest = Math.max(...zones.map((zone) => zone.name.length));
  return Math.min(300, Math.max(168, longest * 8.8 + 88));
}

/** Coordinates as places in a row: gaps that nobody uses are closed. */
function ranks(values: number[]): Map<number, number> {
  return new Map([...new Set(values)].toSorted((a, b) => a - b).map((value, place) => [value, place]));
}

/** For how many tokens a card must have room: those who stand together, or could soon, so that cards keep their size. */
export function crowding(tokens: Token[]): number {
  const counts = new Map<string, number>();
  for (const token of tokens) if (token.place && token.status !== 'gone') counts.set(token.place, (counts.get(token.place) ?? 0) + 1);
  return Math.max(1, Math.ceil(tokens.length * 0.6), ...counts.values());
}

/** Spots for `count` tokens in a card: rows from the middle, heroes and monsters as they come. */
export function spots(card: PlacedZone, count: number): Spot[] {
  const perRow = Math.max(1, Math.floor((card.width - 24) / STEP));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const middle = card.y + card.head + (card.height - card.head - FOOT) / 2;
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    return {
      x: card.x + card.width / 2 + ((n % perRow) - (inRow - 1) / 2) * STEP,
      y: middle + (row - (rows - 1) / 2) * ROW,
    };
  });
}

export function bounds(cards: PlacedZone[]): Box {
  if (cards.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const x = Math.min(...cards.map((card) => card.x)), y = Math.min(...cards.map((card) => card.y));
  return {
    x,
    y,
    width: Math.max(...cards.map((card) => card.x + card.width)) - x,
    height: Math.max(...cards.map((card) => card.y + card.height)) - y,
  };
}

/** Steps from a zone to every other along the links; -1 where there is no way. */
export function hops(map: ZonesView, from: number): number[] {
  const far = map.zones.map(() => -1);
  if (from < 0) return far;
  far[from] = 0;
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const { a, b } of map.links) {
      const next = a === at ? b : b === at ? a : -1;
      if (next >= 0 && far[next] === -1) {
        far[next] = far[at]! + 1;
        queue.push(next);
      }
    }
  }
  return far;
}

/** The card that lies in a direction from another, for the keyboard's cursor. */
export function neighbour(cards: PlacedZone[], from: number, dx: number, dy: number): number {
  const here = cards[from];
  if (!here) return 0;
  let best = from, least = Infinity;
  cards.forEach((card, index) => {
    const x = card.x - here.x, y = card.y - here.y;
    const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (index !== from && along > 0 && along + 2 * aside < least) [best, least] = [index, along + 2 * aside];
  });
  return best;
}
