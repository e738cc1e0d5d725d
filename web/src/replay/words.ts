/** A review in words. Differences of chances are percentage points: 50% to 61% is +11. */
import { percent } from '../choices/words';
import type { Better, Person, Review, ReviewStep, Side, TurningPoint } from '../types';

/** "+11", "−8", "0" */
export function points(value: number, digits = 0): string {
  const size = Math.abs(value * 100).toFixed(digits);
  const none = (0).toFixed(digits);
  if (size === none) return none;
  return (value < 0 ? '−' : '+') + size;
}

/** "14 points", "1 point" */
export function amount(value: number, digits = 0): string {
  const size = Math.abs(value * 100).toFixed(digits);
  return `${size} ${size === '1' ? 'point' : 'points'}`;
}

/** " (± 3)", nothing where it is as good as exact. */
export function give(error: number): string {
  const size = Math.round(error * 100);
  return size > 0 ? ` (± ${size})` : '';
}

const tenths = (value: number): number => Math.round(value * 1000);
const share = (value: number): string => `${value / 10}%`;

/** The figures are rounded so that they add up as they are shown. */
export function sum(review: Pick<Review, 'initial' | 'final' | 'steps'>): string {
  const [from, to] = [tenths(review.initial), tenths(review.final)];
  const luck = tenths(review.steps.reduce((sum, step) => sum + step.luck, 0));
  const skill = to - from - luck;
  const [change, byLuck, bySkill] = [to - from, luck, skill].map((value) => points(value / 1000, 1));
  return (
    `Luck (${byLuck}) and skill (${bySkill}) add up to ${change} points: ` +
    `the heroes’ chance to win went from ${share(from)} to ${share(to)}.`
  );
}

export function method(review: Pick<Review, 'method' | 'error'>): string {
  if (review.method === 'counted') return 'Every way the fight could go was counted: the figures are exact.';
  const near = Math.max(1, Math.ceil(review.error * 100));
  return (
    'Estimated by playing on from every position many times. ' +
    `A chance is right to within ${near} points, 95 times in 100.`
  );
}

/** Where the fight stood after this many steps. */
export function standing(value: number, error: number): string {
  return `${percent(value)}${give(error)}`;
}

export function roundWords(round: number): string {
  return round > 0 ? `Round ${round}` : 'Start';
}

export const GRADES: Record<Better['grade'], string> = { slip: 'Slip', mistake: 'Mistake', blunder: 'Blunder' };

/** "Blunder: gave away 14 points (± 3)." */
export function gradeWords(better: Pick<Better, 'grade' | 'gain' | 'error'>): string {
  return `${GRADES[better.grade]}: gave away ${amount(better.gain)}${give(better.error)}.`;
}

/** Whom luck was with. */
export function luckWords(luck: number): string {
  if (points(luck) === '0') return 'next to none';
  return luck > 0 ? 'for the heroes' : 'for the monsters';
}

/** "+11 points: luck for the heroes." */
export function turnWords(point: TurningPoint, step: ReviewStep | undefined): string {
  if (!step) return point.text;
  const change = `${points(point.change)} ${Math.abs(Math.round(point.change * 100)) === 1 ? 'point' : 'points'}`;
  if (Math.abs(step.luck) >= Math.abs(step.skill)) return `${change}: luck ${luckWords(point.change)}.`;
  if (!step.side) return `${change}: the judge’s doing.`;
  if (step.better) return `${change}: a ${step.better.grade}. Better: ${step.better.label}.`;
  const helped = point.change > 0 === (step.side === 'heroes');
  return `${change}: ${helped ? 'a good choice' : 'a poor choice'}.`;
}

/** What was given away, in the order of the fight: mistakes and blunders, and slips apart. */
export function lapses(steps: ReviewStep[]): { grave: ReviewStep[]; slips: ReviewStep[] } {
  const found = steps.filter((step) => step.better);
  return {
    grave: found.filter((step) => step.better?.grade !== 'slip'),
    slips: found.filter((step) => step.better?.grade === 'slip'),
  };
}

/** Everybody who chose something, the heroes first, with their side. */
export function everybody(review: Pick<Review, 'people' | 'steps'>): (Person & { side: Side | null })[] {
  const sides = new Map(review.steps.map((step) => [step.who, step.side ?? null]));
  const all = review.people.map((person) => ({ ...person, side: sides.get(person.who) ?? null }));
  return [...all.filter(({ side }) => side === 'heroes'), ...all.filter(({ side }) => side !== 'heroes')];
}
