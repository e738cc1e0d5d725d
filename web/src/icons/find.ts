/** Which picture belongs to an id: to the whole of it, or to a word in it, the last first. */
import type { Badge, Tag } from '../types';
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

/** The words of a short text, without signs. */
const plain = (text: string): string[] =>
  [':', '(', ')', ',', '…'].reduce((left, sign) => left.replaceAll(sign, ' '), text.toLowerCase()).split(' ');

/** A condition by its own name, else by its mark: "burning 2". Of gear, what it is comes last: "1 right hand axe". */
export function badgeIcon({ name, mark }: Pick<Badge, 'name' | 'mark'>): string | null {
  if (mark === 'gear') return iconFor(plain(name).join(' ')) ?? iconFor(mark);
  const own = plain(name).find((word) => known[word]);
  // Whom somebody aims at or heeds does not say what that is.
  const about = mark === 'aiming' || mark === 'heeding' || mark === 'intent' || mark === 'face-down';
  return (!about && own && known[own]) || iconFor(mark);
}

/** Something about a zone, by a word of it, else by its kind. */
export function tagIcon({ text, kind }: Pick<Tag, 'text' | 'kind'>): string | null {
  // What comes after "to" is another place.
  const [here] = text.split(' to ');
  return iconFor(plain(here!).join(' ')) ?? iconFor(kind);
}
