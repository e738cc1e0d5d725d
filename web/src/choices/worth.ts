/** What choices are worth beside each other: which comes first, which are folded away, which answer is obvious. */
import type { ChoiceView, Stakes, Who } from '../types';
import type { Aim, DeedRow } from './group';

export type StakesOf = (choice: ChoiceView) => Stakes | undefined;

const NOTHING = 1e-9;

/** The chance that somebody of the other side, or whoever acts, goes down. */
export function drops(stakes: Stakes, own: Who): { foe: number; self: number } {
  const at = (mine: boolean) =>
    Math.max(0, ...stakes.drops.filter((drop) => (drop.who === own) === mine).map((drop) => drop.p));
  return { foe: at(false), self: at(true) };
}

/** More is better; what is unknown counts as nothing gained and nothing lost. */
export function worth(choice: ChoiceView, stakes: Stakes | undefined): number {
  if (!stakes) return 0;
  const { foe, self } = drops(stakes, choice.who);
  return stakes.swing + 2 * foe - 2 * self + 0.01 * (stakes.chance?.p ?? 0);
}

/** Does it surely bring nothing, though it is done for something? */
export function pointless(stakes: Stakes | undefined): boolean {
  if (!stakes?.chance || stakes.chance.p > NOTHING) return false;
  return (
    stakes.harm.most <= 0 && stakes.gain.most <= 0 && !(stakes.befalls ?? []).some((one) => one.p > 0 && !one.ends)
  );
}

/** A deed with its aims in order, those that are worth nothing apart. */
export interface Ranked {
  deed: DeedRow;
  aims: AimRow[];
  folded: AimRow[];
  best: Aim;
}
/** One target or place, and the ways to go about it: where from, with what, at what price. */
export interface AimRow {
  key: string;
  name: string;
  ways: Aim[];
}

/** Best first, within a deed and among deeds. What has no odds stays where the rules put it, after what has. */
export function ranked(deeds: DeedRow[], stakes: StakesOf): Ranked[] {
  const value = ({ choice }: Aim) => worth(choice, stakes(choice));
  const rows = deeds.map((deed) => {
    const sorted = deed.aims.toSorted((a, b) => value(b) - value(a));
    const idle = (aim: Aim) => pointless(stakes(aim.choice));
    const good = sorted.filter((aim) => !idle(aim));
    return { deed, aims: byTarget(good), folded: byTarget(sorted.filter(idle)), best: sorted[0]! };
  });
  return rows.toSorted((a, b) => order(b, value) - order(a, value));
}

function order(row: Ranked, value: (aim: Aim) => number): number {
  return row.aims.length ? Math.max(0, value(row.best)) : -1;
}

/** Ways that end at the same target, or at the same place where nobody is the target, are one row. */
function byTarget(aims: Aim[]): AimRow[] {
  const found = new Map<string, AimRow>();
  for (const aim of aims) {
    const { targets, to, item } = aim.choice;
    const whom = targets.filter((who) => who !== aim.choice.who);
    const key = whom.length ? whom.join() : (to ?? item?.id ?? aim.choice.text);
    const row = found.get(key) ?? { key, name: aim.short, ways: [] };
    row.ways.push(aim);
    found.set(key, row);
  }
  return [...found.values()];
}

/** So much better, in health, must an answer be to go without saying. */
const CLEARLY = 0.2;

/**
 * The answer that goes without saying: the only one, or one that costs nothing and is at least as good as any other in
 * every way, and clearly better in one. Null where a person should think.
 */
export function obvious(choices: ChoiceView[], stakes: StakesOf): ChoiceView | null {
  if (choices.length === 1) return choices[0]!;
  const known = choices.map((choice) => ({ choice, odds: stakes(choice) }));
  // What holds whatever is answered warns of none of the answers.
  const shared = (warning: string) => choices.every(({ warnings }) => warnings.includes(warning));
  if (choices.length === 0 || known.some(({ odds }) => !odds || !odds.exact || odds.range)) return null;
  const dominates = (a: (typeof known)[number], b: (typeof known)[number]) => {
    const [mine, theirs] = [a.odds!, b.odds!];
    const [own, other] = [drops(mine, a.choice.who), drops(theirs, b.choice.who)];
    return (
      (a.choice.cost?.amount ?? 0) <= 0 &&
      a.choice.warnings.every(shared) &&
      mine.loss.mean <= theirs.loss.mean + NOTHING &&
      own.self <= other.self + NOTHING &&
      mine.harm.mean >= theirs.harm.mean - NOTHING &&
      mine.swing >= theirs.swing + CLEARLY
    );
  };
  return known.find((one) => known.every((other) => other === one || dominates(one, other)))?.choice ?? null;
}
