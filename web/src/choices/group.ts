/**
 * Choices as a person reads them: those with the same deed are one row with several aims. It goes by ids and by what a
 * choice is aimed at; words are only shown.
 */
import type { CardFace, ChoiceView, MapView, Place, Quiet, Role, Token, Who } from '../types';

export interface Aim {
  choice: ChoiceView;
  /** Whom, where and what, in a word; the whole label where it is aimed at nothing. */
  name: string;
  /** Whom, or else where, or else what. */
  short: string;
  /** The rest of it: what tells two ways to the same end apart. */
  way: string;
}
export interface DeedRow {
  key: string;
  /** Its stable id, for its picture. */
  id: string;
  /** What it does, with its numbers. */
  effect: string;
  /** What is done, without whom or where. */
  title: string;
  /** What stands on it, where it is a card. */
  card: CardFace | null;
  aims: Aim[];
}
export interface QuietDeed {
  title: string;
  why: string;
  rule: string | null;
}

/** What a place is called by people. */
export function placeName(map: MapView, place: Place): string {
  return map.kind === 'zones' ? (map.zones.find((zone) => zone.id === place)?.name ?? place) : `square ${place}`;
}

/** More names than these are counted instead. */
const MANY = 3;

function aimOf(choice: ChoiceView, map: MapView, tokens: Token[]): Aim {
  const named = (who: Who) => tokens.find((token) => token.who === who)?.name;
  const names = choice.targets.map(named).filter((name) => name !== undefined);
  const many = names.length > MANY;
  const whom = many ? `${names.length} targets` : names.join(', ');
  const place = choice.to === null ? '' : map.kind === 'squares' ? choice.to : placeName(map, choice.to);
  const item = choice.item?.name ?? '';
  // Where, for all who stand there; otherwise whom, and where to.
  const [first, second] = many ? [place, whom] : [whom, place];
  const [short = choice.label, ...rest] = [first, second, item].filter(Boolean);
  const whither = [first, second].filter(Boolean).join(many ? ' · ' : ' → ');
  return {
    choice,
    name: [whither, item].filter(Boolean).join(' · ') || choice.label,
    short,
    way: rest.join(' · '),
  };
}

export function deeds(choices: ChoiceView[], map: MapView, tokens: Token[]): DeedRow[] {
  const found = new Map<string, DeedRow>();
  for (const choice of choices) {
    const key = `${choice.who} ${choice.deed.id}`;
    const { id, title, effect, card = null } = choice.deed;
    const deed = found.get(key) ?? { key, id, title, effect, card, aims: [] };
    deed.aims.push(aimOf(choice, map, tokens));
    found.set(key, deed);
  }
  return [...found.values()];
}

/** So many squares are better pointed at than listed. */
export function onMap({ aims }: DeedRow, map: MapView): boolean {
  return (
    map.kind === 'squares' &&
    aims.length > 4 &&
    aims.every(({ choice }) => choice.to !== null && choice.targets.every((who) => who === choice.who))
  );
}

/** What a player would look for and cannot do, once for each deed, without what is on offer anyway. */
export function quietDeeds(quiet: Quiet[], who: Who, offered: ChoiceView[]): QuietDeed[] {
  const open = new Set(offered.filter((choice) => choice.who === who).map((choice) => choice.deed.id));
  const found = new Map<string, QuietDeed>();
  for (const { who: whose, deed, why, rule, sought } of quiet) {
    // Nobody misses what makes no sense: striking a friend is no answer to "why can I not strike?".
    if (whose !== who || !sought || open.has(deed.id) || found.has(deed.id)) continue;
    found.set(deed.id, { title: deed.title, why, rule });
  }
  return [...found.values()];
}

const has =
  (...roles: Role[]) =>
  (choice: ChoiceView): boolean =>
    roles.includes(choice.role);

export const begins = has('begin');
export const endsTurn = has('end-turn');
/** Stands at the bottom of the controls; what else belongs to a turn is listed. */
export const stands = has('begin', 'end-turn');
/** Leaves the field or the adventure: it stands over the map and asks first. */
export const departs = has('retreat', 'leave');
