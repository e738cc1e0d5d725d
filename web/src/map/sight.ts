/** Which zones see each other, and how the lines between them are drawn. Pure arithmetic on the display model. */
import type { MapView, Place, ZonesView } from '../types';
import type { PlacedZone, Spot } from './layout';

export interface SightLine {
  a: number;
  b: number;
  /** The drawn line, as SVG. */
  d: string;
}
export interface Sight {
  lines: SightLine[];
  /** Zones that the one looked from cannot see; none when all pairs are shown. */
  blind: Set<number>;
}

/** Which zones a zone sees; null where the map says nothing of sight. */
export function seenFrom(map: ZonesView, from: Place): { seen: number[]; blind: number[] } | null {
  const at = map.zones.findIndex((zone) => zone.id === from);
  if (at < 0 || map.sight.length === 0) return null;
  const sees = new Set(map.sight.flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : [])));
  const others = map.zones.map((_, index) => index).filter((index) => index !== at);
  return { seen: others.filter((index) => sees.has(index)), blind: others.filter((index) => !sees.has(index)) };
}

/** The names of the zones that cannot be seen from a place. */
export function unseenNames(map: MapView, from: Place): string[] {
  return map.kind === 'zones' ? (seenFrom(map, from)?.blind ?? []).map((index) => map.zones[index]!.name) : [];
}

/** The lines of sight from one zone, or all of them. */
export function sightLines(map: ZonesView, cards: PlacedZone[], from: Place | null): Sight {
  const looked = from === null ? null : seenFrom(map, from);
  const at = map.zones.findIndex((zone) => zone.id === from);
  const pairs = from === null ? map.sight : (looked?.seen ?? []).map((to): [number, number] => [at, to]);
  const lines = pairs.flatMap(([a, b]) => {
    const d = cards[a] && cards[b] ? line(cards[a], cards[b], cards) : null;
    return d ? [{ a, b, d }] : [];
  });
  return { lines, blind: new Set(looked?.blind ?? []) };
}

const HEIGHT_OF_BOW = 0.2;
const MAX_BOW = 90;

/** From rim to rim; in a bow where another card lies between. */
function line(a: PlacedZone, b: PlacedZone, cards: PlacedZone[]): string {
  const [from, to] = [rim(a, middle(b)), rim(b, middle(a))];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const between = cards.some((card) => card !== a && card !== b && crosses(card, from, to));
  if (!between) return `M${point(from)}L${point(to)}`;
  const bow = Math.min(MAX_BOW, far * HEIGHT_OF_BOW) * (dx < 0 || (dx === 0 && dy < 0) ? -1 : 1);
  const bend = { x: (from.x + to.x) / 2 + (dy / far) * bow, y: (from.y + to.y) / 2 - (dx / far) * bow };
  return `M${point(from)}Q${point(bend)} ${point(to)}`;
}

function middle(card: PlacedZone): Spot {
  return { x: card.x + card.width / 2, y: card.y + card.height / 2 };
}

/** Where the way from a card's middle to a point leaves the card. */
function rim(card: PlacedZone, to: Spot): Spot {
  const from = middle(card);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = Math.min(
    1,
    dx === 0 ? 1 : card.width / 2 / Math.abs(dx),
    dy === 0 ? 1 : card.height / 2 / Math.abs(dy),
  );
  return { x: from.x + dx * share, y: from.y + dy * share };
}

function crosses(card: PlacedZone, from: Spot, to: Spot): boolean {
  return Array.from({ length: 31 }, (_, n) => n / 30).some((t) => {
    const [x, y] = [from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t];
    return x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height;
  });
}

const point = ({ x, y }: Spot) => `${Math.round(x)} ${Math.round(y)}`;
