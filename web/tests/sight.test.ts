import { describe, expect, it } from 'vitest';
import { command } from '../src/keys';
import { placeZones } from '../src/map/layout';
import { seenFrom, sightLines, unseenNames } from '../src/map/sight';
import type { ZonesView } from '../src/types';

const SCREEN = { width: 4000, height: 300 };
const row: ZonesView = {
  kind: 'zones',
  zones: ['a', 'b', 'c'].map((id, x) => ({
    id,
    name: `Zone ${id}`,
    tags: [],
    at: [x, 0],
    exit: false,
    picture: 'open',
  })),
  links: [
    { a: 0, b: 1, note: null },
    { a: 1, b: 2, note: null },
  ],
  sight: [
    [0, 1],
    [0, 2],
  ],
};

describe('lines of sight', () => {
  it('go from a zone to those that it sees, either way, and name the others', () => {
    expect(seenFrom(row, 'a')).toEqual({ seen: [1, 2], blind: [] });
    expect(seenFrom(row, 'c')).toEqual({ seen: [0], blind: [1] });
    expect(unseenNames(row, 'c')).toEqual(['Zone b']);
    expect(seenFrom(row, 'nowhere')).toBeNull();
  });
  it('say nothing where the map says nothing of sight', () => {
    const trek = { ...row, sight: [] };
    expect(seenFrom(trek, 'a')).toBeNull();
    expect(unseenNames(trek, 'a')).toEqual([]);
    expect(sightLines(trek, placeZones(trek, 2, 0, SCREEN), null)).toEqual({ lines: [], blind: new Set() });
  });
  it('are straight to the next card, and bow around one that lies between', () => {
    const cards = placeZones(row, 2, 0, SCREEN);
    expect(new Set(cards.map((card) => card.y)).size).toBe(1);
    const { lines, blind } = sightLines(row, cards, 'a');
    expect(lines.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(lines[0]!.d).toMatch(/^M\d+ \d+L\d+ \d+$/);
    expect(lines[1]!.d).toMatch(/Q/);
    expect(blind.size).toBe(0);
    expect(sightLines(row, cards, 'c').blind).toEqual(new Set([1]));
    expect(sightLines(row, cards, null).lines.length).toBe(2);
  });
  it('have a key', () => {
    expect(command({ key: 'v', ctrl: false, shift: false, alt: false, map: false, typing: false })).toEqual({
      do: 'sight',
    });
  });
});
