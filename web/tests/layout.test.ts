import { describe, expect, it } from 'vitest';
import { fit, near as nearTo, toMap, toScreen, turn, zoomAt } from '../src/map/camera';
import { features, heading, stand } from '../src/map/ground';
import {
  between,
  bounds,
  hops,
  layOut,
  measured,
  neighbour,
  noteLines,
  lettering,
  placeZones,
  TERSE,
  wrap,
} from '../src/map/layout';
import { draw, placeAt, standingOf } from '../src/map/places';
import { trayAt } from '../src/map/trays';
import { area, turned } from '../src/map/squares';
import type { Tag, ZonesView } from '../src/types';
import { fixture } from './fixtures';

const tags = (...words: string[]): Tag[] => words.map((text) => ({ text, kind: 'feature', means: '' }));
const near: Tag = { text: 'near', kind: 'distance', means: '' };
const SCREEN = { width: 834, height: 670 };
const row: ZonesView = {
  kind: 'zones',
  zones: ['a', 'b', 'c', 'd'].map((id, x) => ({
    id,
    name: `Zone ${id}`,
    tags: tags('mud'),
    at: [x * 3, 1],
    exit: false,
    picture: 'open',
  })),
  links: [
    { a: 0, b: 1, note: null },
    { a: 1, b: 2, note: 'locked door' },
  ],
  sight: [
    [0, 1],
    [0, 3],
    [1, 2],
    [2, 3],
  ],
};

describe('zone cards', () => {
  it('do not overlap, however they are laid out and turned', () => {
    for (const quarters of [0, 1, 2, 3]) {
      for (const crowd of [1, 6, 15]) {
        const cards = placeZones(row, crowd, quarters, SCREEN);
        for (const a of cards) {
          for (const b of cards) {
            if (a === b) continue;
            const apart = a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
            expect(apart, `${a.zone.id} and ${b.zone.id} at ${quarters} quarters`).toBe(true);
          }
        }
      }
    }
  });
  it('stagger a long row where that shows it larger, and keep its order', () => {
    const cards = placeZones(row, 6, 0, SCREEN);
    expect(new Set(cards.map((card) => card.y)).size).toBe(2);
    expect(cards.map((card) => card.x)).toEqual(cards.map((card) => card.x).toSorted((a, b) => a - b));
    const wide = placeZones(row, 6, 0, { width: 4000, height: 300 });
    expect(new Set(wide.map((card) => card.y)).size).toBe(1);
  });
  it('hold every token inside', () => {
    for (const count of [1, 4, 9, 15]) {
      const [card] = placeZones(row, count, 0, SCREEN);
      for (const spot of stand(card!, Array<string>(count).fill('Goblin')).spots) {
        expect(spot.x - 21).toBeGreaterThanOrEqual(card!.x);
        expect(spot.x + 21).toBeLessThanOrEqual(card!.x + card!.width);
        expect(spot.y - 21).toBeGreaterThan(card!.y + card!.head - 22);
        expect(spot.y + 21).toBeLessThan(card!.y + card!.height);
      }
    }
  });
  it('spread few tokens, so that their names have room', () => {
    const card = { ...placeZones(row, 4, 0, SCREEN)[0]!, width: 300 };
    const [a, b, c] = stand(card, ['Hob', 'Nob', 'Cob']).spots;
    expect(b!.x - a!.x).toBeGreaterThan(90);
    expect(c!.x + 21).toBeLessThan(card.x + card.width);
  });
  it('wrap their features and cut what is too long', () => {
    expect(wrap({ tags: tags('mud', 'rain'), exit: false }, 200)).toEqual(['mud · rain']);
    const lines = wrap(
      { tags: tags('a very long feature with a tail that nobody reads', 'b', 'c', 'd'), exit: true },
      170,
    );
    expect(lines[0]).toBe('a very');
    expect(lines[2]).toMatch(/…$/);
    expect(lines.length).toBe(3);
  });
  it('keep all their features above the tokens, also where a small map has larger letters', () => {
    const { view } = fixture('ardor');
    if (view.map.kind !== 'zones') throw new Error('not a map of zones');
    const grown = [760, 790, 820, 900, 1200].map((width) => {
      const cards = placeZones(view.map as ZonesView, 11, 0, { width, height: 670 });
      const { scale } = fit(bounds(cards), { width, height: 670 });
      const grown = lettering(scale);
      if (scale < TERSE) return 1;
      for (const card of cards)
        expect(features(card, scale).map(({ line }) => line)).toEqual(wrap(card.zone, card.width / grown));
      return grown;
    });
    expect(Math.max(...grown)).toBeGreaterThan(1.1);
  });
  it('tell their features on a small map too, as far as those who stand there leave room', () => {
    const card = { ...placeZones(row, 6, 0, SCREEN)[0]!, width: 200, height: 240 };
    const scale = 0.6;
    const empty = { ...card, head: stand(card, [], scale).head };
    expect(features(empty, scale).map(({ line }) => line)).toEqual(['mud']);
    expect(features(empty, scale)[0]!.y).toBeGreaterThan(heading(card.zone.name, card.width, scale).bottom);
    const full = { ...card, head: stand(card, Array<string>(12).fill('Goblin'), scale).head };
    expect(features(full, scale)).toEqual([]);
    for (const { y } of stand(card, ['Goblin'], scale).spots)
      expect(y - 26).toBeGreaterThanOrEqual(card.y + features(empty, scale)[0]!.y);
  });
  it('put those with long names into more rows, while there is room', () => {
    const card = { ...placeZones(row, 4, 0, SCREEN)[0]!, width: 276, height: 320 };
    const rows = (...names: string[]) => new Set(stand(card, names).spots.map(({ y }) => y)).size;
    expect(rows('Hob', 'Nob', 'Cob', 'Bob')).toBe(1);
    expect(rows('Ringleader', 'Netmaster', 'Bootmaker', 'Lindwormer')).toBe(2);
    // Rows are as full as each other.
    const five = stand(card, ['Goblin 1', 'Goblin 2', 'Goblin 3', 'Goblin 4', 'Goblin 5']).spots;
    expect(five.filter(({ y }) => y === five[0]!.y).length).toBe(3);
  });
  it('count steps along the ways, and say where there is none', () => {
    expect(hops(row, 0)).toEqual([0, 1, 2, -1]);
    expect(hops(row, -1)).toEqual([-1, -1, -1, -1]);
  });
  it('are reached by arrows', () => {
    const cards = placeZones(
      { ...row, zones: row.zones.map((zone, n) => ({ ...zone, at: [n % 2, n >> 1] })) },
      2,
      0,
      SCREEN,
    );
    expect(neighbour(cards, 0, 1, 0)).toBe(1);
    expect(neighbour(cards, 0, 0, 1)).toBe(2);
    expect(neighbour(cards, 0, -1, 0)).toBe(0);
  });
});

describe('a map that is explored', () => {
  const zone = (id: string, x: number, y: number) => ({
    id,
    name: id,
    tags: [],
    at: [x, y] as [number, number],
    exit: false,
    picture: 'open' as const,
  });
  const grown: ZonesView[] = [
    { kind: 'zones', zones: [zone('gate', 5, 5)], links: [], sight: [] },
    { kind: 'zones', zones: [zone('gate', 5, 5), zone('hall', 6, 5)], links: [{ a: 0, b: 1, note: null }], sight: [] },
    // Now something to the left and above is found, and it comes first in the list.
    {
      kind: 'zones',
      zones: [zone('well', 3, 4), zone('gate', 5, 5), zone('hall', 6, 5)],
      links: [
        { a: 0, b: 1, note: null },
        { a: 1, b: 2, note: null },
      ],
      sight: [],
    },
  ];
  it('keeps what is known where it was, whatever is found beside it', () => {
    let { cards, habit } = layOut(grown[0]!, 4, 0, SCREEN);
    for (const map of grown.slice(1)) {
      const next = layOut(map, 2, 0, SCREEN, habit);
      for (const old of cards) {
        const now = next.cards.find((card) => card.zone.id === old.zone.id)!;
        expect([now.x, now.y, now.width, now.height], `${old.zone.id} of ${map.zones.length}`).toEqual([
          old.x,
          old.y,
          old.width,
          old.height,
        ]);
      }
      ({ cards, habit } = next);
    }
    expect(cards.find((card) => card.zone.id === 'well')!.x).toBeLessThan(
      cards.find((card) => card.zone.id === 'gate')!.x,
    );
  });
  it('stays as it was when a somewhat longer name is found, or there is less to say', () => {
    const words = row.zones.map((zone) => ({
      ...zone,
      tags: tags('a closed door to the north', 'boats', 'mud and reeds'),
    }));
    const { cards, habit } = layOut({ ...row, zones: words }, 4, 0, SCREEN);
    const long = { ...row.zones[3]!, id: 'e', name: 'N'.repeat(Math.floor((cards[0]!.width - 80) / 8.8)), at: [12, 1] };
    const next = layOut({ ...row, zones: [...row.zones, long as (typeof row.zones)[0]] }, 4, 0, SCREEN, habit);
    for (const [n, { x, y, width, height }] of cards.entries())
      expect(next.cards[n]).toMatchObject({ x, y, width, height });
  });
  it('is laid out anew when the map is turned or the screen is another', () => {
    const { habit } = layOut(row, 6, 0, SCREEN);
    expect(layOut(row, 6, 1, SCREEN, habit).cards).toEqual(placeZones(row, 6, 1, SCREEN));
    const phone = { width: 390, height: 340 };
    expect(layOut(row, 6, 0, phone, habit).cards).toEqual(placeZones(row, 6, 0, phone));
  });
  it('may be empty', () => {
    expect(layOut({ kind: 'zones', zones: [], links: [], sight: [] }, 3, 0, SCREEN)).toEqual({
      cards: [],
      habit: null,
    });
  });
  it('has words on its ways, in the gap between two cards', () => {
    const [a, b] = placeZones(row, 2, 0, { width: 4000, height: 300 });
    const { x, y } = between(a!, b!);
    expect(x).toBeGreaterThan(a!.x + a!.width);
    expect(x).toBeLessThan(b!.x);
    expect(y).toBe(a!.y + a!.height / 2);
    expect(noteLines('locked door')).toEqual(['locked door']);
    expect(noteLines('a heavy portcullis, shut and barred')).toEqual(['a heavy', 'portcullis, …']);
  });
  it('takes a measured distance out of the features', () => {
    expect(measured({ tags: [...tags('dark'), near] })).toBe('near');
    expect(measured({ tags: tags('(far)') })).toBeNull();
    expect(wrap({ tags: [...tags('dark'), near], exit: false }, 200)).toEqual(['dark']);
  });
});

describe('a drawn map', () => {
  it('finds the zone under each token of a real fight', () => {
    const { view } = fixture('delve');
    const drawn = draw(view, 1, SCREEN);
    expect(drawn.standing.length).toBe(view.tokens.filter((token) => token.place).length);
    for (const { token, x, y } of drawn.standing) expect(placeAt(view, drawn, x, y, 1)).toBe(token.place);
  });
  it('finds the square under each piece of a real fight, however it is turned', () => {
    const { view } = fixture('ranks');
    for (const quarters of [0, 1, 2, 3]) {
      const drawn = draw(view, quarters, SCREEN);
      expect(drawn.standing.length).toBeGreaterThan(0);
      for (const { token, x, y } of drawn.standing) expect(placeAt(view, drawn, x, y, quarters)).toBe(token.place);
      for (const place of ['0,0', '3,2']) {
        const middle = drawn.middle(place)!;
        expect(placeAt(view, drawn, middle.x, middle.y, quarters)).toBe(place);
      }
      expect(placeAt(view, drawn, -5, 10, quarters)).toBeNull();
    }
  });
  it('lies inside its bounds', () => {
    const cards = placeZones(row, 3, 0, SCREEN);
    const box = bounds(cards);
    expect(Math.max(...cards.map((card) => card.x + card.width))).toBeCloseTo(box.x + box.width);
  });
});

describe('dice on the map', () => {
  const size = { width: 150, height: 63 };
  const over = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  it('lie near whoever rolled them, over nobody, over no words of a zone, and over no other dice', () => {
    for (const system of ['delve'] as const) {
      const { view } = fixture(system);
      const drawn = draw(view, 0, SCREEN);
      const camera = fit(drawn.box, SCREEN);
      for (const { token } of drawn.standing) {
        const first = trayAt(drawn, camera, SCREEN, token.who, size)!;
        const next = trayAt(drawn, camera, SCREEN, token.who, size, [first])!;
        expect(over(first, next), `${system} ${token.name}`).toBe(false);
        for (const box of [first, next]) {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(SCREEN.width);
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.y + box.height).toBeLessThanOrEqual(SCREEN.height);
        }
        for (const one of drawn.standing) {
          const { x, y } = toScreen(camera, SCREEN, one.x, one.y);
          const r = one.r * camera.scale * 0.7;
          expect(over(first, { x: x - r, y: y - r, width: 2 * r, height: 2 * r }), `${system} ${token.name}`).toBe(
            false,
          );
        }
        const at = toScreen(camera, SCREEN, standingOf(drawn, token.who)!.x, standingOf(drawn, token.who)!.y);
        expect(Math.hypot(first.x + size.width / 2 - at.x, first.y + size.height / 2 - at.y)).toBeLessThan(300);
      }
    }
  });
  it('of somebody who is not there lie nowhere', () => {
    const drawn = draw(fixture('delve').view, 0, SCREEN);
    expect(trayAt(drawn, fit(drawn.box, SCREEN), SCREEN, 99, size)).toBeNull();
  });
});

describe('the camera', () => {
  it('comes near to a point and stays inside the map', () => {
    const box = { x: 0, y: 0, width: 800, height: 400 };
    const screen = { width: 390, height: 340 };
    expect(nearTo(box, screen, 1, { x: 400, y: 200 })).toEqual({ x: 400, y: 200, scale: 1 });
    expect(nearTo(box, screen, 1, { x: 10, y: 390 })).toEqual({ x: 195, y: 230, scale: 1 });
    expect(nearTo(box, screen, 0.5, { x: 10, y: 390 }).y).toBe(200);
  });
  it('keeps what is under the pointer there while zooming', () => {
    const camera = fit({ x: 0, y: 0, width: 1000, height: 500 }, SCREEN);
    const before = toMap(camera, SCREEN, 700, 100);
    const after = toScreen(zoomAt(camera, SCREEN, 1.7, 700, 100), SCREEN, before.x, before.y);
    expect(after.x).toBeCloseTo(700);
    expect(after.y).toBeCloseTo(100);
  });
  it('turns squares clockwise, and four turns are none', () => {
    expect(turn(0, 0, 4, 3, 1)).toEqual([2, 0]);
    let [at, w, h]: [[number, number], number, number] = [[3, 1], 4, 3];
    for (let n = 0; n < 4; n++) {
      at = turn(at[0], at[1], w, h, 1);
      [w, h] = [h, w];
    }
    expect(at).toEqual([3, 1]);
  });
});

describe('squares', () => {
  it('turn row by row', () => {
    expect(turned(['ab', 'cd', 'ef'], 2, 3, 1)).toEqual(['eca', 'fdb']);
    expect(turned(['ab', 'cd', 'ef'], 2, 3, 2)).toEqual(['fe', 'dc', 'ba']);
  });
  it('join runs of a kind into one shape', () => {
    expect(area(['##.#'], '#').split('M').length - 1).toBe(2);
    expect(area(['....'], '#')).toBe('');
  });
});
