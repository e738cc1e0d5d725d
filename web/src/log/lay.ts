/** Where dice lie beside those who rolled them: none covers another, or neither could be read. */
import type { Rolled } from '../types';

export interface Laid {
  rolls: Rolled[];
  /** The middle of their lower edge, on the screen. */
  x: number;
  y: number;
  /** With what is said over them. */
  size?: { width: number; height: number };
}

/** So many dice of a roll are shown. */
export const MAX_DICE = 8;
/** About what a die, a sum beside dice and a row of them take. */
const [DIE, SUM, ROW] = [36, 116, 44];
/** The lower edge of these rows of dice: never so high that the top of the map cuts them off. */
export const lowerEdge = (y: number, rows: number): number => Math.max(rows * ROW + 6, y);

/** So wide is the map for each of those that lie there: with more of them, nothing is seen of the fight. */
const EACH = 120;

/** Those that can be read, in their order: newer dice push the older ones away that they would cover. */
export function uncovered<T extends Laid>(laid: T[], width: number): T[] {
  const boxes: ReturnType<typeof box>[] = [];
  const kept = laid.toReversed().filter((one) => {
    const mine = box(one, width);
    if (boxes.length >= Math.max(3, Math.floor(width / EACH))) return false;
    const free = boxes.every(
      (other) =>
        mine.right <= other.left || other.right <= mine.left || mine.bottom <= other.top || other.bottom <= mine.top,
    );
    if (free) boxes.push(mine);
    return free;
  });
  return kept.toReversed();
}

function box({ rolls, x, y, size }: Laid, width: number) {
  const wide = Math.max(
    size?.width ?? 0,
    ...rolls.map(({ dice, added, target }) => {
      const sum = dice.length > 1 || added !== 0 || target ? SUM : 0;
      return Math.min(dice.length, MAX_DICE) * DIE + sum;
    }),
  );
  const middle = Math.max(wide / 2, Math.min(width - wide / 2, x));
  const bottom = lowerEdge(y, rolls.length);
  return {
    left: middle - wide / 2,
    right: middle + wide / 2,
    top: bottom - Math.max(rolls.length * ROW, size?.height ?? 0),
    bottom,
  };
}
