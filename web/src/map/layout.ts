/** Where zone cards and the tokens in them stand. Pure arithmetic on the display model. */
import type { Token, ZoneCard, ZonesView } from '../types';
import { fit, turn, type Box, type Size } from './camera';

export interface PlacedZone {
  zone: ZoneCard;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where the words end and the ground for tokens begins. */
  head: number;
}
export interface Spot {
  x: number;
  y: number;
}

export const TOKEN = 21;
/** From token to token, at least. */
const STEP = 63;
/** From row to row: the least, and, where there is room, enough for a name in two lines under each. */
const ROW = 76;
const TALL_ROW = 56;
const NAME_LINES = 28;
const HEAD = 38;
/** From line to line of the small print. */
export const LINE = 16;
/** How wide a letter of the small print is, about. */
const LETTER = 6.3;
/** Room for a name in two lines under the last row. */
const FOOT = 24;
const GAP = { x: 64, y: 52 };
const LEAST_HEIGHT = 150;
/** A card that is higher than wide looks empty: how much of the scale its shape is worth. In little room, nothing. */
const SHAPE = 1.1;
const ROOMY = { from: 0.5, to: 0.9 };
/** How near staggered cards move together. */
const STAGGER = 0.62;

/** How a map was laid out last. A map that grows keeps to it, so that what one knows stays where it was. */
export interface Habit {
  quarters: number;
  screen: Size;
  crowd: number;
  perRow: number;
  stagger: boolean;
  /** How wide cards were and had to be, the most lines of features on one, how large these were, and how high cards. */
  width: number;
  least: number;
  lines: number;
  grown: number;
  height: number;
  /** A zone and where its corner lay. */
  anchor: { id: string; x: number; y: number };
}
/** How much better another layout must be before everything moves. */
const WORTH_MOVING = 1.3;
/** How much too narrow a card may be for a name that was found later: that is written smaller. */
const NARROWER = 1.15;

/** The map as it lay before, for as long as the screen and the turn are the same. */
function kept(before: Habit | null, quarters: number, screen: Size): Habit | null {
  const same = (a: number, b: number) => Math.abs(a - b) <= 0.15 * Math.max(a, b);
  return before &&
    before.quarters === quarters &&
    same(before.screen.width, screen.width) &&
    same(before.screen.height, screen.height)
    ? before
    : null;
}

export function layOut(
  map: ZonesView,
  crowd: number,
  quarters: number,
  screen: Size,
  before: Habit | null = null,
): { cards: PlacedZone[]; habit: Habit | null } {
  const last = kept(before, quarters, screen);
  const room = Math.max(crowd, last?.crowd ?? 0);
  const ways = candidates(map, room, quarters, screen, last);
  let best = ways[0];
  for (const way of ways) if (best && way.worth > best.worth * 1.01) best = way;
  if (!best) return { cards: [], habit: null };
  const old = last && ways.find((way) => way.perRow === last.perRow && way.stagger === last.stagger);
  if (old && best.worth < old.worth * WORTH_MOVING) best = old;
  const held = last ? best.cards.find((card) => card.zone.id === last.anchor.id) : undefined;
  const shift = held && last ? { x: last.anchor.x - held.x, y: last.anchor.y - held.y } : { x: 0, y: 0 };
  const cards = best.cards.map((card) => ({ ...card, x: card.x + shift.x, y: card.y + shift.y }));
  const { zone, x, y } = held ? cards[held.index]! : cards[0]!;
  return {
    cards,
    habit: {
      quarters,
      screen,
      crowd: room,
      perRow: best.perRow,
      stagger: best.stagger,
      width: best.cards[0]!.width,
      least: best.least,
      lines: best.lines,
      grown: best.grown,
      height: best.cards[0]!.height,
      anchor: { id: zone.id, x, y },
    },
  };
}

export function placeZones(map: ZonesView, crowd: number, quarters: number, screen: Size): PlacedZone[] {
  return layOut(map, crowd, quarters, screen).cards;
}

interface Way {
  cards: PlacedZone[];
  perRow: number;
  stagger: boolean;
  least: number;
  lines: number;
  grown: number;
  worth: number;
}

/**
 * The ways to lay out the cards of a map after some quarter turns that keep their order, and how well each fills the
 * screen. All cards are of one size so that the map stays calm; a single row may be staggered.
 */
function candidates(map: ZonesView, crowd: number, quarters: number, screen: Size, last: Habit | null): Way[] {
  if (map.zones.length === 0) return [];
  const xs = ranks(map.zones.map((zone) => zone.at[0]));
  const ys = ranks(map.zones.map((zone) => zone.at[1]));
  const [columns, rows] = [Math.max(...xs.values()) + 1, Math.max(...ys.values()) + 1];
  const cells = map.zones.map((zone) => turn(xs.get(zone.at[0])!, ys.get(zone.at[1])!, columns, rows, quarters));
  const row = cells.every(([, y]) => y === 0) && cells.length > 2;
  const column = cells.every(([x]) => x === 0) && cells.length > 2;
  const wish = leastWidth(map.zones);
  const held = last && wish <= last.width * NARROWER;
  const least = held ? Math.min(last.width, Math.max(wish, last.least)) : wish;
  const ways: Way[] = [];
  for (let perRow = 2; perRow <= 6; perRow++) {
    const width = Math.max(least, perRow * STEP + 24);
    const inRow = Math.floor((width - 24) / STEP);
    const place = (stagger: boolean, grown: number, taller = 0) => {
      const most = Math.max(1, last?.lines ?? 0, ...map.zones.map((zone) => wrap(zone, width / grown).length));
      const head = HEAD + LINE * grown * most;
      const height = Math.max(LEAST_HEIGHT, head + Math.ceil(crowd / inRow) * ROW + FOOT) + taller;
      const cards = map.zones.map((zone, index) => ({
        zone,
        index,
        width,
        height,
        head,
        ...corner(cells[index]!, width, height, stagger && row, stagger && column),
      }));
      return { cards, most, scale: fit(bounds(cards), screen).scale };
    };
    for (const stagger of row || column ? [false, true] : [false]) {
      let { cards, most, scale } = place(stagger, 1);
      const grown = last?.grown ?? growth(scale);
      if (grown > 1) ({ cards, most, scale } = place(stagger, grown));
      // A little in favour of what lies as it was written.
      const roomy = Math.min(1, Math.max(0, (scale - ROOMY.from) / (ROOMY.to - ROOMY.from)));
      const worth = scale * Math.min(1, width / cards[0]!.height) ** (SHAPE * roomy) * (stagger ? 0.92 : 1);
      // What is free below and above is given to the cards, for as long as words and names need it.
      const { height, head } = cards[0]!;
      const same = last?.perRow === perRow && last.stagger === stagger;
      const wish = head + small(scale) + Math.ceil(crowd / inRow) * (TALL_ROW + NAME_LINES * Math.max(1, 1 / scale));
      const one = bounds(place(stagger, grown, 1).cards).height - bounds(cards).height;
      const free = (screen.height - MARGINS) / scale - bounds(cards).height;
      const taller = same ? last.height - height : Math.min(free / one, wish - height);
      if (taller > 0) ({ cards } = place(stagger, grown, taller));
      ways.push({
        cards,
        perRow,
        stagger,
        least,
        lines: most,
        grown,
        worth,
      });
    }
  }
  return ways;
}

/** On a smaller map the small print is larger, so that it can be read; a very small one keeps no room for it. */
export function growth(scale: number): number {
  return scale < TERSE ? 1 : lettering(scale);
}
/** How much larger the small print is drawn. */
export function lettering(scale: number): number {
  return Math.max(1, WHOLE / scale);
}
/** Two lines of it, where no room is kept for it. */
const small = (scale: number) => (scale < TERSE ? 2 * LINE * lettering(scale) : 0);
/** Below these scales the small print gives way to names, or is larger. */
export const TERSE = 0.77;
const WHOLE = 0.96;
/** What the camera leaves free above and below. */
const MARGINS = 56;

function corner([x, y]: [number, number], width: number, height: number, row: boolean, column: boolean): Spot {
  const [w, h] = [width + GAP.x, height + GAP.y];
  if (row) return { x: x * w * STAGGER, y: (x % 2) * (height + GAP.y * 0.7) };
  if (column) return { x: (y % 2) * (width + GAP.x * 0.7), y: y * h * STAGGER };
  return { x: x * w, y: y * h };
}

/** How far it is from whoever acts, where the system measures it in words. */
export function measured(zone: Pick<ZoneCard, 'tags'>): string | null {
  return zone.tags.find((tag) => tag.kind === 'distance')?.text ?? null;
}

/** Features in lines of the card's width, at most three; the first is shorter where the way out is marked beside it. */
export function wrap(zone: Pick<ZoneCard, 'tags' | 'exit'>, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const room = () => Math.floor((width - 32 - (zone.exit && lines.length === 0 ? 74 : 0)) / LETTER);
  for (const { text: tag } of zone.tags.filter((one) => one.kind !== 'distance')) {
    if (line && (line + ' · ' + tag).length > room()) {
      lines.push(line);
      line = '';
    }
    // Beside the mark of a way out there may be too little room for what a whole line would hold.
    if (
      zone.exit &&
      !line &&
      lines.length === 0 &&
      tag.length > room() &&
      tag.length <= Math.floor((width - 32) / LETTER)
    )
      lines.push('');
    line = line ? `${line} · ${tag}` : tag;
    // What is too long for a line goes on in the next, at a space.
    while (line.length > room()) {
      const cut = line.slice(0, room() + 1).lastIndexOf(' ');
      if (cut <= 0 || lines.length === 2) {
        line = line.slice(0, Math.max(1, room() - 1)) + '…';
        break;
      }
      lines.push(line.slice(0, cut));
      line = line.slice(cut + 1);
    }
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

/** For how many tokens a card must have room: those who stand together or soon could, so that cards keep their size. */
export function crowding(tokens: Token[]): number {
  const counts = new Map<string, number>();
  for (const token of tokens)
    if (token.place && token.status !== 'gone') counts.set(token.place, (counts.get(token.place) ?? 0) + 1);
  return Math.max(1, Math.ceil(tokens.length * 0.6), ...counts.values());
}

export function bounds(cards: PlacedZone[]): Box {
  if (cards.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const x = Math.min(...cards.map((card) => card.x)),
    y = Math.min(...cards.map((card) => card.y));
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
  let best = from,
    least = Infinity;
  cards.forEach((card, index) => {
    const x = card.x - here.x,
      y = card.y - here.y;
    const along = x * dx + y * dy,
      aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (index !== from && along > 0 && along + 2 * aside < least) [best, least] = [index, along + 2 * aside];
  });
  return best;
}

/** The middle of what is seen of the way between two cards: the part that lies under neither. */
export function between(a: PlacedZone, b: PlacedZone): Spot {
  const from = { x: a.x + a.width / 2, y: a.y + a.height / 2 },
    to = { x: b.x + b.width / 2, y: b.y + b.height / 2 };
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  /** Which share of the way lies inside a card, seen from its middle. */
  const inside = (card: PlacedZone) =>
    Math.min(0.5, dx === 0 ? 1 : card.width / 2 / Math.abs(dx), dy === 0 ? 1 : card.height / 2 / Math.abs(dy));
  const at = (inside(a) + 1 - inside(b)) / 2;
  return { x: from.x + dx * at, y: from.y + dy * at };
}

/** A note on a way, in at most two short lines. */
export function noteLines(note: string, room = 14): string[] {
  const lines: string[] = [];
  for (const word of note.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && (last + ' ' + word).length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const clip = (line: string, more: boolean) =>
    line.length > room + 4 ? line.slice(0, room + 3) + '…' : more ? line + ' …' : line;
  return lines.slice(0, 2).map((line, n) => clip(line, n === 1 && lines.length > 2));
}
