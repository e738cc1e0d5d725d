/** Words of the start page. */
import type { Difficulty, Offer, TableCard } from '../types';

export function difficulty(lost: number | null): { pips: number; words: string } {
  if (lost === null) return { pips: 0, words: 'being tried out' };
  const steps: [number, string][] = [
    [0.08, 'gentle'],
    [0.25, 'fair'],
    [0.5, 'hard'],
    [0.8, 'deadly'],
    [1.01, 'desperate'],
  ];
  const at = steps.findIndex(([below]) => lost < below);
  return { pips: at + 1, words: steps[at]?.[1] ?? 'desperate' };
}

/** How often heroes win at the difficulty that was chosen; nothing where that was not measured. */
export function winRate(wins: Offer['wins'], level: Difficulty): string {
  const share = wins?.[level] ?? null;
  return share === null ? '' : `heroes win ${Math.round(share * 100)} %`;
}

/** "5 goblins and a shaman" would need grammar; this counts kinds: "Goblin ×5, Goblin shaman". */
export function foes(names: string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    const kind = name.replace(/ \d+$/, '');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => (count > 1 ? `${kind} ×${count}` : kind)).join(', ') || 'nobody in sight';
}

/** How far a table has come. */
export function progress(table: Pick<TableCard, 'over' | 'round'>): string {
  if (table.over) return 'over';
  return table.round > 0 ? `round ${table.round}` : 'under way';
}

/** "3 minutes ago" */
export function ago(then: number, now: number): string {
  const minutes = Math.round((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.round(hours / 24)} d ago`;
}

/** What a system is like, for whoever has not met it; a system that is not here is simply named. */
export const SYSTEMS: Record<string, string> = {
  delve: 'Old-school and deadly: a d20, armour, spells, and sides that act in turn.',
  twelves: 'Pools of exploding d12, things to use in every room, and openings that cost.',
  heed: 'Attention is the resource: set up, act, parry, interrupt.',
  ardor: 'Intents shown, everybody at once; courage that burns.',
  ranks: 'Squares, fog and cards: ranks of d10, senses and hiding.',
};

export type Order = 'system' | 'length' | 'difficulty';

/** How long it takes, as far as one can tell: an adventure is long, a fight grows with the people in it. */
export function length(offer: Pick<Offer, 'kind' | 'heroes' | 'foes'>): { people: number; words: string } {
  const people = offer.kind === 'adventure' ? 1000 : offer.heroes.length + offer.foes.length;
  const words = people >= 1000 ? 'an evening' : people <= 6 ? 'short' : people <= 9 ? 'medium' : 'long';
  return { people, words };
}

/** What was not tried out yet comes last. */
export function sorted(offers: Offer[], order: Order): Offer[] {
  if (order === 'system') return offers;
  const value = (offer: Offer) => (order === 'length' ? length(offer).people : (offer.difficulty ?? 2));
  return offers.toSorted((a, b) => value(a) - value(b) || a.title.localeCompare(b.title));
}
