import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uncovered } from '../src/log/lay';
import { around, result, spoken } from '../src/log/rolls';
import { Throws } from '../src/log/throws.svelte';
import type { LogLine, Rolled } from '../src/types';

const roll = (total: number): Rolled => ({
  text: '',
  pool: 'd20',
  dice: [{ sides: 20, face: total, kept: true }],
  added: 0,
  modifiers: [],
  total,
  target: null,
  success: null,
});
const line = (who: number, ...totals: number[]): LogLine => ({
  step: 0,
  text: '',
  parts: totals.map((total) => ({ roll: roll(total) })),
  tone: 'plain',
  about: [who],
  rule: null,
});
const lying = (throws: Throws) => throws.list.map(({ who, rolls }) => [who, ...rolls.map(({ total }) => total)]);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("dice stay long enough to be read, whatever comes after them; one's own longer", () => {
  const throws = new Throws();
  throws.take([line(0, 14)], [0], 1);
  throws.take([line(5, 3, 4)], [0], 1);
  throws.take([line(7)], [0], 1);
  expect(lying(throws)).toEqual([
    [0, 14],
    [5, 3, 4],
  ]);
  vi.advanceTimersByTime(2400);
  expect(lying(throws).length).toBe(2);
  vi.advanceTimersByTime(1000);
  expect(lying(throws)).toEqual([[0, 14]]);
  vi.advanceTimersByTime(1000);
  expect(lying(throws)).toEqual([]);
});

it('newer dice of the same one take the place of the older', () => {
  const throws = new Throws();
  throws.take([line(0, 14)], [0], 1);
  vi.advanceTimersByTime(3000);
  throws.take([line(0, 9)], [0], 1);
  vi.advanceTimersByTime(2000);
  expect(lying(throws)).toEqual([[0, 9]]);
});

it('dice that would cover others push the older ones away', () => {
  const at = (key: number, x: number, y: number, rolls = 1) => ({
    key,
    x,
    y,
    rolls: Array.from({ length: rolls }, () => roll(9)),
  });
  const keys = (...laid: ReturnType<typeof at>[]) => uncovered(laid, 800).map(({ key }) => key);
  expect(keys(at(1, 200, 300), at(2, 600, 300)), 'apart').toEqual([1, 2]);
  expect(keys(at(1, 200, 300), at(2, 210, 310)), 'the newer stays').toEqual([2]);
  expect(keys(at(1, 200, 300), at(2, 200, 380)), 'one over the other').toEqual([1, 2]);
  expect(keys(at(1, 200, 300), at(2, 200, 380, 2)), 'a higher pile reaches it').toEqual([2]);
  const narrow = uncovered(
    [100, 200, 300, 400, 500].map((y, key) => at(key, 200, y)),
    370,
  );
  expect(
    narrow.map(({ key }) => key),
    'a phone keeps the newest',
  ).toEqual([2, 3, 4]);
  expect(keys(at(1, -40, 300), at(2, 10, 300)), 'both are kept on the map').toEqual([2]);
  expect(keys(at(1, 200, 0), at(2, 200, 20)), 'neither sticks out above it').toEqual([2]);
});

it('tells dice in words and faces, and never in notation', () => {
  const thrown = (
    pool: string,
    faces: number[],
    kept: number[],
    total: number,
    more: Partial<Rolled> = {},
  ): Rolled => ({
    ...roll(total),
    pool,
    dice: faces.map((face) => ({ sides: 20, face, kept: kept.includes(face) })),
    ...more,
  });
  const best = thrown('6d10!kh1', [4, 9], [9], 9);
  const target = { name: 'TH', value: 14, under: false };
  expect(around(thrown('d20', [14], [14], 17, { added: 3 }))).toEqual({ before: 'd20', after: ' + 3 = 17' });
  expect(around(thrown('2d6', [4, 3], [4, 3], 7)).before).toBe('2d6');
  expect(around(thrown('d10!kh1', [7], [7], 7)).before).toBe('d20');
  expect(around(best).before).toBe('best of');
  expect(around(thrown('2d10kl1', [4, 9], [4], 4)).before).toBe('lowest of');
  expect(around(thrown('3d12!>=14', [3, 12, 2], [3, 12, 2], 1, { target })).after).toBe('');
  // On the table, with what they are held against.
  const hit = { added: 3, target: { ...target, name: 'AC' }, success: true };
  expect(result(thrown('d20', [14], [14], 17, hit))).toBe(' + 3 = 17 vs 14 ✓');
  expect(result(thrown('d6', [2], [2], 2, { target, success: false })), 'a single die').toBe(' vs 14 ✗');
  expect(result(thrown('3d12!>=14', [3, 12, 2], [3, 12, 2], 1, { target, success: true }))).toBe('1 at 14+ ✓');
  expect(result(thrown('d20', [14], [14], 14))).toBe('');
  const parts = [{ text: 'Orla attacks: ' }, { roll: best }, { text: ': hit' }];
  expect(spoken({ ...line(0), parts }).text).toBe('Orla attacks: best of 4, 9 = 9: hit');
  expect(spoken({ ...line(0), text: 'Round 1' }).text).toBe('Round 1');
});
