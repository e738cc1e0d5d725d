/** Reads the dice out of a log line's arithmetic, so that they can be drawn: `d20 [14] + 3 = 17`. */

export interface Die {
  sides: number;
  face: number;
}
export type Part = { text: string } | { roll: string; dice: Die[] };

const ROLL = /(\d*)d(\d+|%)([^\s[\]]*) \[([^\]]*)\]/g;

/** A line cut into words and dice. */
export function parts(line: string): Part[] {
  const out: Part[] = [];
  let at = 0;
  for (const found of line.matchAll(ROLL)) {
    const sides = found[2] === '%' ? 100 : Number(found[2]);
    const faces = (found[4] ?? '').match(/\d+/g) ?? [];
    if (found.index > at) out.push({ text: line.slice(at, found.index) });
    const roll = `${found[1] ?? ''}d${found[2]}${found[3] ?? ''}`;
    out.push({ roll, dice: faces.map((face) => ({ sides, face: Number(face) })) });
    at = found.index + found[0].length;
  }
  if (at < line.length) out.push({ text: line.slice(at) });
  return out;
}

export function diceOf(line: string): Die[] {
  return parts(line).flatMap((part) => ('dice' in part ? part.dice : []));
}
