/** Rolls of the log: the dice to draw, and the sum in words. */
import type { DieView, LogLine, Rolled } from '../types';

export function rollsOf(line: LogLine): Rolled[] {
  return line.parts.flatMap((part) => ('roll' in part ? [part.roll] : []));
}

export function diceOf(lines: LogLine[]): DieView[] {
  return lines.flatMap((line) => rollsOf(line).flatMap((roll) => roll.dice));
}

/** " + 3", " − 1", or nothing. */
export function signed(value: number): string {
  return value === 0 ? '' : value < 0 ? ` − ${-value}` : ` + ${value}`;
}

/** Does each die have to reach the number, and are those that do counted? */
function counts({ dice, added, total, target }: Rolled): boolean {
  const kept = dice.reduce((all, { face, kept }) => all + (kept ? face : 0), 0);
  return kept !== total - added && !!target && !target.under;
}

/** What stands beside dice on the table: " + 3 = 15 vs 13 ✓", or "2 at 9+ ✓" where dice are counted. */
export function result(roll: Rolled): string {
  const { dice, added, total, target, success } = roll;
  const mark = success === null ? '' : success ? ' ✓' : ' ✗';
  if (target && counts(roll)) return `${total} at ${target.value}+${mark}`;
  // A single die says its own sum.
  const sum = dice.length > 1 || added !== 0 ? `${signed(added)} = ${total}` : '';
  return `${sum}${target ? ` vs ${target.value}${mark}` : ''}`;
}

/** What stands around the dice of a roll, from the dice themselves: notation is for those who write it. */
export function around(roll: Rolled): { before: string; after: string } {
  const { pool, dice, added, total } = roll;
  const sum = `${signed(added)} = ${total}`;
  const add = (some: DieView[]) => some.reduce((all, { face }) => all + face, 0);
  const [kept, dropped] = [dice.filter((die) => die.kept), dice.filter((die) => !die.kept)];
  // The words after it say how many reached what.
  if (counts(roll)) return { before: '', after: '' };
  if (dropped.length) {
    const best = add(kept) >= Math.max(...dropped.map(({ face }) => face));
    return { before: best ? 'best of' : 'lowest of', after: sum };
  }
  const simple = pool.length <= 5 && !pool.includes('!') && !pool.includes('k');
  return { before: dice.length === 1 ? `d${dice[0]!.sides}` : simple ? pool : '', after: sum };
}

/** A line for where no dice can be drawn: "best of 4, 9, 2 = 9". */
export function spoken(line: LogLine): LogLine {
  const words = line.parts.map((part) => {
    if ('text' in part) return part.text;
    const { before, after } = around(part.roll);
    const faces = part.roll.dice.map(({ face }) => face).join(', ');
    return faces ? `${before} ${faces}${after}`.trim() : part.roll.text;
  });
  return line.parts.length ? { ...line, text: words.join('') } : line;
}

/** What was added and why, and what had to be reached; nothing where the sum says it all. */
export function sumWords(roll: Rolled): string | undefined {
  const added = roll.modifiers.map(({ name, value }) => `${name}${signed(value)}`);
  const { target } = roll;
  const wanted = target ? [`${target.name} ${target.value}${target.under ? ' or less' : ' or more'}`] : [];
  return [...added, ...wanted].join(', ') || undefined;
}
