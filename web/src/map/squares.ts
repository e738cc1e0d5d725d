/** Outlines of a grid: what is drawn of walls, obstruction and fog, as few paths instead of many squares. */
import type { SquaresView } from '../types';
import { turn } from './camera';
import { CELL } from './places';

/** The rows of characters as they lie after some quarter turns. */
export function turned(rows: string[], width: number, height: number, quarters: number): string[] {
  const sideways = quarters % 2 === 1;
  const [w, h] = sideways ? [height, width] : [width, height];
  const out = Array.from({ length: h }, () => Array<string>(w).fill('?'));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [tx, ty] = turn(x, y, width, height, quarters);
      out[ty]![tx] = rows[y]?.[x] ?? '?';
    }
  }
  return out.map((row) => row.join(''));
}

/** One path over all squares that show `kind`, runs of a row joined, grown by `grow` so that no seam shows. */
export function area(rows: string[], kind: string, grow = 0): string {
  const path: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!kind.includes(row[x]!)) continue;
      let end = x;
      while (end + 1 < row.length && kind.includes(row[end + 1]!)) end++;
      const [left, top] = [x * CELL - grow, y * CELL - grow];
      path.push(
        `M${left} ${top}h${(end - x + 1) * CELL + 2 * grow}v${CELL + 2 * grow}h${-((end - x + 1) * CELL + 2 * grow)}z`,
      );
      x = end;
    }
  });
  return path.join('');
}

/** The lines between two squares that are both floor. */
export function grid(rows: string[]): string {
  const path: string[] = [];
  const open = (x: number, y: number) => '.,/%'.includes(rows[y]?.[x] ?? '#');
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (open(x, y) && open(x + 1, y)) path.push(`M${(x + 1) * CELL} ${y * CELL}v${CELL}`);
      if (open(x, y) && open(x, y + 1)) path.push(`M${x * CELL} ${(y + 1) * CELL}h${CELL}`);
    }
  });
  return path.join('');
}

/** Squares that cannot be seen now but are known; when it is `over`, or nobody looks, only what was never seen. */
export function foggy(map: SquaresView, over = false): string[] {
  const seen = !over && map.fog.some((row) => row.includes('.'));
  return map.cells.map((row, y) =>
    [...row].map((cell, x) => (cell === '?' || (seen && map.fog[y]?.[x] === '?') ? '?' : '.')).join(''),
  );
}
