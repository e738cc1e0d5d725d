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

/** What was added and why, and what had to be reached; nothing where the sum says it all. */
export function sumWords(roll: Rolled): string | undefined {
  const added = roll.modifiers.map(({ name, value }) => `${name}${signed(value)}`);
  const { target } = roll;
  const wanted = target ? [`${target.name} ${target.value}${target.under ? ' or less' : ' or more'}`] : [];
  return [...added, ...wanted].join(', ') || undefined;
}
