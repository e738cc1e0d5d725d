/** Which picture belongs to an id: to the whole of it, or to a word in it, the last first. */
import words from './words.json';

const known = words as Record<string, string>;

/** "attack short-sword": a broadsword. Null where nothing is named. */
export function iconFor(id: string): string | null {
  for (const part of id.split(' ').reverse()) {
    const piece = [part, ...part.split('-').reverse()].find((one) => known[one]);
    if (piece) return known[piece]!;
  }
  return null;
}
