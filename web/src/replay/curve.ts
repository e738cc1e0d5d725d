/** The chance to win drawn over a fight: where everything goes, in pixels. */
import type { Review } from '../types';

/** A chance after this many steps, and how near it is to the truth. */
export interface Spot {
  value: number;
  error: number;
}

export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** From before the first step to after the last; how it ended is known for certain. */
export function spots(review: Pick<Review, 'initial' | 'steps'>): Spot[] {
  const { initial, steps } = review;
  const errors = [...steps.map((step) => step.error), 0];
  return [initial, ...steps.map((step) => step.after)].map((value, n) => ({ value, error: errors[n] ?? 0 }));
}

export class Frame {
  constructor(
    readonly box: Box,
    /** How many steps there are. */
    readonly steps: number,
  ) {}

  x(step: number): number {
    const { left, right, width } = this.box;
    return left + ((width - left - right) * step) / Math.max(1, this.steps);
  }

  y(chance: number): number {
    const { top, bottom, height } = this.box;
    return top + (height - top - bottom) * (1 - Math.max(0, Math.min(1, chance)));
  }

  /** The step nearest to a place. */
  stepAt(x: number): number {
    const { left, right, width } = this.box;
    const share = (x - left) / Math.max(1, width - left - right);
    return Math.max(0, Math.min(this.steps, Math.round(share * this.steps)));
  }

  line(spots: Spot[]): string {
    return `M${spots.map(({ value }, n) => this.#point(n, value)).join('L')}`;
  }

  /** What the chances may truly be; nothing where they are exact. */
  band(spots: Spot[]): string {
    if (spots.every(({ error }) => error <= 0)) return '';
    const upper = spots.map(({ value, error }, n) => this.#point(n, value + error));
    const lower = spots.map(({ value, error }, n) => this.#point(n, value - error));
    return `M${[...upper, ...lower.toReversed()].join('L')}Z`;
  }

  #point(step: number, chance: number): string {
    return `${tidy(this.x(step))} ${tidy(this.y(chance))}`;
  }
}

const tidy = (value: number): number => Math.round(value * 10) / 10;

/** Where each round begins, as a number of steps. What comes before the first is not a round. */
export function rounds(steps: Pick<Review['steps'][number], 'step' | 'round'>[]): { round: number; at: number }[] {
  return steps
    .filter(({ round }, n) => round > 0 && round !== (steps[n - 1]?.round ?? 0))
    .map(({ step, round }) => ({ round, at: step - 1 }));
}

/** Which of these, from left to right, have room for a label: the first, and whatever is far enough from the last. */
export function roomy(xs: number[], gap: number): boolean[] {
  let last = -Infinity;
  return xs.map((x) => {
    if (x - last < gap) return false;
    last = x;
    return true;
  });
}

/** Moves marks apart so that they do not cover each other, as little as can be, within bounds. In the order given. */
export function apart(xs: number[], gap: number, least: number, most: number): number[] {
  const order = xs.map((_, n) => n).toSorted((a, b) => xs[a]! - xs[b]!);
  const out = [...xs];
  let next = least;
  for (const n of order) next = (out[n] = Math.max(next, xs[n]!)) + gap;
  next = most;
  for (const n of order.toReversed()) next = (out[n] = Math.min(next, out[n]!)) - gap;
  return out;
}
