/**
 * Where dice lie on the map: near whoever rolled them, where they cover as little as possible of what one wants to see
 * beside them. Pure arithmetic, in pixels of the screen.
 */
import { toScreen, type Box, type Camera, type Size } from './camera';
import { standingOf, type Drawn } from './places';
import type { Who } from '../types';

/** How bad it is to cover them, for each pixel. */
const [DICE, TOKENS, WORDS, NAMES] = [8, 3, 2, 1.5];
/** A pixel further away is as bad as this many that are covered. */
const FAR = 6;
const GAP = 6;
/** About what a name under a token takes. */
const NAME = { width: 58, height: 22 };

export interface Covered extends Box {
  bad: number;
}

/** What is not to be covered: those who stand there with their names, and the words on cards. */
export function inTheWay(drawn: Drawn, camera: Camera, screen: Size): Covered[] {
  const at = (x: number, y: number) => toScreen(camera, screen, x, y);
  const { scale } = camera;
  const words = drawn.cards.map((card) => {
    const corner = at(card.x, card.y);
    return { ...corner, width: card.width * scale, height: card.head * scale, bad: WORDS };
  });
  const tokens = drawn.standing.flatMap((one) => {
    const { x, y } = at(one.x, one.y);
    const r = (one.r + 5) * scale;
    return [
      { x: x - r, y: y - r, width: 2 * r, height: 2 * r, bad: TOKENS },
      ...(drawn.cards.length ? [{ x: x - NAME.width / 2, y: y + r, ...NAME, bad: NAMES }] : []),
    ];
  });
  return [...words, ...tokens];
}

const shared = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** Where a tray of this size lies for somebody; null for those who are not on the map. */
export function trayAt(
  drawn: Drawn,
  camera: Camera,
  screen: Size,
  who: Who | null,
  size: Size,
  taken: Box[] = [],
): Box | null {
  const one = standingOf(drawn, who);
  if (!one) return null;
  const { x, y } = toScreen(camera, screen, one.x, one.y);
  const r = (one.r + 5) * camera.scale;
  const card = drawn.cards.find(({ zone }) => zone.id === one.token.place);
  const { width, height } = size;
  const left = x - width / 2;
  const spots = [
    { x: left, y: y - r - GAP - height },
    { x: x + r + GAP, y: y - height / 2 },
    { x: x - r - GAP - width, y: y - height / 2 },
    { x: left, y: y + r + GAP + NAME.height },
  ];
  if (card) {
    const top = toScreen(camera, screen, card.x, card.y).y;
    spots.push({ x: left, y: top + card.height * camera.scale + GAP }, { x: left, y: top - GAP - height });
  }
  const ways = [...inTheWay(drawn, camera, screen), ...taken.map((box) => ({ ...box, bad: DICE }))];
  const inside = (at: number, room: number) => Math.max(GAP, Math.min(room - GAP, at));
  const boxes = spots.map((spot) => ({
    x: inside(spot.x, screen.width - width),
    y: inside(spot.y, screen.height - height),
    width,
    height,
  }));
  const cost = (box: Box) =>
    ways.reduce((sum, way) => sum + shared(box, way) * way.bad, 0) +
    FAR * Math.hypot(box.x + width / 2 - x, box.y + height / 2 - y);
  return boxes.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}
