import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
