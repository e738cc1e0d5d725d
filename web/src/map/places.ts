/** Where everything stands on the drawn map, whatever kind of map it is. */
import type { Place, SquaresView, TableView, Token, Who } from '../types';
import { fit, turn, type Box, type Size } from './camera';
import { stand } from './ground';
import { bounds, crowding, layOut, TOKEN, type Habit, type PlacedZone } from './layout';
import type { Measure } from './names';

export const CELL = 44;

export interface Standing {
  token: Token;
  x: number;
  y: number;
  r: number;
}
export interface Drawn {
  box: Box;
  cards: PlacedZone[];
  standing: Standing[];
  /** The middle of a place, for menus and dice. */
  middle: (place: Place) => { x: number; y: number } | null;
  /** What the next drawing of the same map is to keep to. */
  habit: Habit | null;
  /** The least scale at which a finger still hits what it means. */
  least: number;
}
/** How many pixels wide a square must be for a finger and for a mouse, and how far a zone's card may be scaled down. */
const LEAST_SQUARE = { finger: 32, mouse: 20 };
const HAND_HELD = 700;
const LEAST_CARD = 0.42;

const ANY: Size = { width: 900, height: 600 };
/** What a camera that shows all of the map leaves free around it. */
export const margin = (screen: Size): number => Math.min(28, screen.width * 0.03);

export function draw(
  view: Pick<TableView, 'map' | 'tokens'>,
  quarters: number,
  screen: Size = ANY,
  before: Habit | null = null,
  measure?: Measure,
): Drawn {
  return view.map.kind === 'zones'
    ? drawZones(view, quarters, screen, before, measure)
    : drawSquares(view.map, view.tokens, quarters, screen);
}

function drawZones(
  view: Pick<TableView, 'map' | 'tokens'>,
  quarters: number,
  screen: Size,
  before: Habit | null,
  measure?: Measure,
): Drawn {
  if (view.map.kind !== 'zones') throw new Error('not a map of zones');
  const pane = screen.width > 0 && screen.height > 0 ? screen : ANY;
  const { cards: empty, habit } = layOut(view.map, crowding(view.tokens), quarters, pane, before);
  const scale = Math.max(LEAST_CARD, fit(bounds(empty), pane, margin(pane)).scale);
  const standing: Standing[] = [];
  const cards = empty.map((card) => {
    const here = view.tokens.filter((token) => token.place === card.zone.id && token.status !== 'gone');
    const sorted = here.toSorted((a, b) => a.side.localeCompare(b.side) || a.who - b.who);
    const names = sorted.map(({ name }) => name);
    const { head, spots } = stand(card, names, scale, measure);
    spots.forEach((spot, n) => standing.push({ token: sorted[n]!, ...spot, r: TOKEN }));
    return { ...card, head };
  });
  const middle = (place: Place) => {
    const card = cards.find((one) => one.zone.id === place);
    return card ? { x: card.x + card.width / 2, y: card.y + card.height / 2 } : null;
  };
  return { box: bounds(cards), cards, standing: byWho(standing), middle, habit, least: LEAST_CARD };
}

export function square(place: Place): [number, number] | null {
  const found = place.match(/^(\d+),(\d+)$/);
  return found ? [Number(found[1]), Number(found[2])] : null;
}

/** The middle of a body of `size` squares whose upper left is at x, y. */
export function middleOf(
  map: SquaresView,
  x: number,
  y: number,
  size: number,
  quarters: number,
): { x: number; y: number } {
  const [ax, ay] = turn(x, y, map.width, map.height, quarters);
  const [bx, by] = turn(x + size - 1, y + size - 1, map.width, map.height, quarters);
  return { x: ((ax + bx + 1) / 2) * CELL, y: ((ay + by + 1) / 2) * CELL };
}

function drawSquares(map: SquaresView, tokens: Token[], quarters: number, screen: Size): Drawn {
  const sideways = quarters % 2 === 1;
  const box = {
    x: 0,
    y: 0,
    width: (sideways ? map.height : map.width) * CELL,
    height: (sideways ? map.width : map.height) * CELL,
  };
  const standing: Standing[] = [];
  for (const piece of map.pieces) {
    const token = tokens.find((one) => one.who === piece.who);
    if (!token || token.status === 'gone') continue;
    const at = middleOf(map, piece.at[0], piece.at[1], piece.size, quarters);
    standing.push({ token, ...at, r: (CELL * piece.size) / 2 - 6 });
  }
  const middle = (place: Place) => {
    const at = square(place);
    return at ? middleOf(map, at[0], at[1], 1, quarters) : null;
  };
  return {
    box,
    cards: [],
    standing: byWho(standing),
    middle,
    habit: null,
    least: (screen.width < HAND_HELD ? LEAST_SQUARE.finger : LEAST_SQUARE.mouse) / CELL,
  };
}

/** A fixed order, so that tokens keep their element and glide. */
function byWho(list: Standing[]): Standing[] {
  return list.toSorted((a, b) => a.token.who - b.token.who);
}

export function standingOf(drawn: Drawn, who: Who | null): Standing | undefined {
  return drawn.standing.find((one) => one.token.who === who);
}

/** The place at a point of the map. */
export function placeAt(
  view: Pick<TableView, 'map'>,
  drawn: Drawn,
  x: number,
  y: number,
  quarters: number,
): Place | null {
  const { map } = view;
  if (map.kind === 'zones') {
    const card = drawn.cards.find(
      (one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height,
    );
    return card?.zone.id ?? null;
  }
  const column = Math.floor(x / CELL),
    row = Math.floor(y / CELL);
  const sideways = quarters % 2 === 1;
  const [width, height] = sideways ? [map.height, map.width] : [map.width, map.height];
  if (column < 0 || row < 0 || column >= width || row >= height) return null;
  const [cx, cy] = turn(column, row, width, height, (4 - quarters) % 4);
  return `${cx},${cy}`;
}
