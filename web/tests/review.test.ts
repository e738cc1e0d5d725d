import { describe, expect, it } from 'vitest';
import { apart, Frame, roomy, rounds, spots } from '../src/replay/curve';
import {
  amount,
  everybody,
  give,
  gradeWords,
  lapses,
  luckWords,
  method,
  points,
  standing,
  sum,
  turnWords,
} from '../src/replay/words';
import type { Better, Person, ReviewStep } from '../src/types';

const step = (step: number, more: Partial<ReviewStep> = {}): ReviewStep => ({
  step,
  round: 1,
  who: 'brakk',
  name: 'Brakk',
  side: 'heroes',
  choice: 'brakk strike goblin',
  label: 'Strike Goblin',
  before: 0.5,
  after: 0.5,
  luck: 0,
  skill: 0,
  error: 0,
  ...more,
});
const better = (grade: Better['grade'], gain: number): Better => ({
  choice: 'brakk stay',
  label: 'Stay',
  gain,
  error: 0.03,
  grade,
});
const box = { width: 254, height: 130, left: 42, right: 12, top: 20, bottom: 10 };

describe('the curve', () => {
  const steps = [step(1, { after: 0.75, error: 0.1 }), step(2, { after: 1, error: 0.05 })];
  it('has a spot before the first step and after each, and ends in certainty', () => {
    expect(spots({ initial: 0.5, steps })).toEqual([
      { value: 0.5, error: 0.1 },
      { value: 0.75, error: 0.05 },
      { value: 1, error: 0 },
    ]);
    expect(spots({ initial: 0.5, steps: [] })).toEqual([{ value: 0.5, error: 0 }]);
  });
  it('fills its frame, the better the higher', () => {
    const frame = new Frame(box, 2);
    expect([frame.x(0), frame.x(1), frame.x(2)]).toEqual([42, 142, 242]);
    expect([frame.y(1), frame.y(0.5), frame.y(0)]).toEqual([20, 70, 120]);
    expect(frame.line(spots({ initial: 0.5, steps }))).toBe('M42 70L142 45L242 20');
  });
  it('has a band that stays within 0 and 100%, and none where all is exact', () => {
    const frame = new Frame(box, 2);
    const all = [
      { value: 0.5, error: 0.1 },
      { value: 0.97, error: 0.05 },
      { value: 1, error: 0 },
    ];
    expect(frame.band(all)).toBe('M42 60L142 20L242 20L242 20L142 28L42 80Z');
    expect(frame.band(all.map(({ value }) => ({ value, error: 0 })))).toBe('');
  });
  it('finds the step nearest to a place, also beside the frame', () => {
    const frame = new Frame(box, 2);
    expect([0, 42, 91, 93, 500].map((x) => frame.stepAt(x))).toEqual([0, 0, 0, 1, 2]);
    expect(new Frame(box, 0).stepAt(100)).toBe(0);
  });
  it('marks where rounds begin, not what came before them', () => {
    const fight = [step(1, { round: 0 }), step(2), step(3), step(4, { round: 2 })];
    expect(rounds(fight)).toEqual([
      { round: 1, at: 1 },
      { round: 2, at: 3 },
    ]);
    expect(rounds([step(1, { round: 0 })])).toEqual([]);
  });
  it('labels rounds only where there is room', () => {
    expect(roomy([0, 10, 22, 40, 44], 22)).toEqual([true, false, true, false, true]);
  });
  it('moves marks apart within bounds and keeps the order they were given in', () => {
    expect(apart([50, 100], 20, 0, 200)).toEqual([50, 100]);
    expect(apart([105, 100], 20, 0, 200)).toEqual([120, 100]);
    expect(apart([200, 199, 198], 20, 0, 200)).toEqual([200, 180, 160]);
    expect(apart([-5], 20, 10, 200)).toEqual([10]);
  });
});

describe('a review in words', () => {
  it('signs its points, and never a zero', () => {
    expect([0.111, -0.08, 0.004, -0.004, -0].map((value) => points(value))).toEqual(['+11', '−8', '0', '0', '0']);
    expect([points(-0.0004, 1), points(0.0123, 1)]).toEqual(['0.0', '+1.2']);
    expect([amount(0.01), amount(0.14), amount(-0, 1)]).toEqual(['1 point', '14 points', '0.0 points']);
    expect([give(0.03), give(0.004)]).toEqual([' (± 3)', '']);
    expect(standing(0.5306, 0.0926)).toBe('53% (± 9)');
  });
  it('adds luck and skill up, in the figures it shows', () => {
    const steps = [step(1, { luck: 0.30004, skill: -0.05 }), step(2, { luck: -0.00004, skill: 0.21942 })];
    expect(sum({ initial: 0.53058, final: 1, steps })).toBe(
      'Luck (+30.0) and skill (+16.9) add up to +46.9 points: the heroes’ chance to win went from 53.1% to 100%.',
    );
  });
  it('says how the figures came about', () => {
    expect(method({ method: 'counted', error: 0 })).toContain('exact');
    expect(method({ method: 'sampled', error: 0.0926 })).toContain('within 10 points');
  });
  it('says whom luck was with and whose choice was poor', () => {
    const point = (change: number) => ({ step: 1, change, text: 'as the server says' });
    expect(turnWords(point(0.11), step(1, { luck: 0.11 }))).toBe('+11 points: luck for the heroes.');
    expect(turnWords(point(-0.08), step(1, { luck: -0.08, side: 'monsters' }))).toBe(
      '−8 points: luck for the monsters.',
    );
    expect(turnWords(point(-0.01), step(1, { skill: -0.01 }))).toBe('−1 point: a poor choice.');
    expect(turnWords(point(0.09), step(1, { skill: 0.09, side: 'monsters' }))).toBe('+9 points: a poor choice.');
    expect(turnWords(point(0.09), step(1, { skill: 0.09 }))).toBe('+9 points: a good choice.');
    expect(turnWords(point(0.09), step(1, { skill: 0.09, side: undefined }))).toBe('+9 points: the judge’s doing.');
    expect(turnWords(point(-0.14), step(1, { skill: -0.14, better: better('blunder', 0.14) }))).toBe(
      '−14 points: a blunder. Better: Stay.',
    );
    expect(turnWords(point(0.1), undefined)).toBe('as the server says');
    expect([luckWords(0.001), luckWords(-0.2)]).toEqual(['next to none', 'for the monsters']);
  });
  it('keeps slips apart from what cost more', () => {
    const steps = [
      step(1, { better: better('slip', 0.02) }),
      step(2),
      step(3, { better: better('blunder', 0.14) }),
      step(4, { better: better('mistake', 0.07) }),
    ];
    const { grave, slips } = lapses(steps);
    expect([grave.map(({ step }) => step), slips.map(({ step }) => step)]).toEqual([[3, 4], [1]]);
    expect(gradeWords(better('blunder', 0.14))).toBe('Blunder: gave away 14 points (± 3).');
  });
  it('names the heroes first', () => {
    const person = (who: string): Person => ({
      who,
      name: who,
      luck: 0,
      skill: 0,
      choices: 1,
      mistakes: 0,
      blunders: 0,
      rating: 0,
    });
    const steps = [step(1, { who: 'goblin', side: 'monsters' }), step(2), step(3, { who: 'judge', side: undefined })];
    const people = ['goblin', 'brakk', 'judge'].map(person);
    expect(everybody({ people, steps }).map(({ who, side }) => [who, side])).toEqual([
      ['brakk', 'heroes'],
      ['goblin', 'monsters'],
      ['judge', null],
    ]);
  });
});
