/** Where zone cards and the tokens in them stand. Pure arithmetic on the display model. */
import type { Token, ZoneCard, ZonesView } from '../types';
import { turn, type Box } from './camera';

export interface PlacedZone {
  zone: ZoneCard;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Spot {
  x: number;
  y: number;
}

export const TOKEN = 21;
const STEP = 58;
const ROW = 68;
const HEAD = 52;
const FOOT = 24;
const GAP = { x: 76, y: 60 };
const LEAST_WIDTH = 224;
const LEAST_HEIGHT = 148;

/** The cards of a map after so many quarter turns, all of one size so that the map stays calm. */
export function placeZones(map: ZonesView, crowd: number, quarters: number): PlacedZone[] {
  if (map.zones.length === 0) return [];
  const xs = ranks(map.zones.map((zone) => zone.at[0]));
  const ys = ranks(map.zones.map((zone) => zone.at[1]));
  const [columns, rows] = [Math.max(...xs.values()) + 1, Math.max(...ys.values()) + 1];
  const perRow = Math.max(4, Math.ceil(Math.sqrt(crowd * 1.6)));
  const width = Math.max(LEAST_WIDTH, perRow * STEP + 20);
  const height = Math.max(LEAST_HEIGHT, HEAD + Math.ceil(crowd / perRow) * ROW + FOOT);
  return map.zones.map((zone, index) => {
    const [x, y] = turn(xs.get(zone.at[0])!, ys.get(zone.at[1])!, columns, rows, quarters);
    return { zone, index, x: x * (width + GAP.x), y: y * (height + GAP.y), width, height };
  });
}

/** Coordinates as places in a row: gaps that nobody uses are closed. */
function ranks(values: number[]): Map<number, number> {
  return new Map([...new Set(values)].toSorted((a, b) => a - b).map((value, place) => [value, place]));
}

/** The most tokens that stand in one zone. */
export function crowding(tokens: Token[]): number {
  const counts = new Map<string, number>();
  for (const token of tokens) if (token.place && token.status !== 'gone') counts.set(token.place, (counts.get(token.place) ?? 0) + 1);
  return Math.max(1, ...counts.values());
}

/** Spots for `count` tokens in a card: rows from the middle, heroes and monsters as they come. */
export function spots(card: PlacedZone, count: number): Spot[] {
  const perRow = Math.max(1, Math.floor((card.width - 20) / STEP));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const middle = card.y + HEAD + (card.height - HEAD - FOOT) / 2;
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
