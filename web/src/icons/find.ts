/** Which picture belongs to an id: to the whole of it, or to a word in it, the last first. */
import words from './words.json';

const known = words as Record<string, string>;

/** "attack short-sword": a broadsword. Null where nothing is named. */
export function iconFor(id: string): string | null {
  const parts = id.split(' ').reverse();
  for (const part of parts) if (known[part]) return known[part];
  for (const part of parts) {
    const pieces = part.split('-').reverse();
    const found = pieces.find((piece) => known[piece]);
    if (found) return known[found]!;
  }
  return null;
}
