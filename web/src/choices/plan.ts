/**
 * What everybody of a seat could do now, a line each, to be done with one press: the same as last time where that
 * still makes sense, else what the odds speak for, else nearer to the enemy. It goes by odds and by the map, and knows
 * no rule.
 */
import type { ChoiceView, MapView, Place, Side, TableView, Who } from '../types';
import { worth, type StakesOf } from './worth';

export interface Line {
  who: Who;
  choice: ChoiceView;
  /** The same as last time; the best by its odds; a step nearer; or nothing more this turn. */
  why: 'again' | 'best' | 'nearer' | 'rest';
}

/** What is worth less, in health, is not worth an action. */
export const LEAST = 0.05;
/** The same again must be worth at least this share of what is best. */
const STILL = 0.6;

export function plan(view: TableView, able: Who[], last: Map<Who, ChoiceView>, stakes: StakesOf): Line[] {
  /** How likely it is done already by what stands in the lines before: somebody is down, a friend is helped. */
  const done = new Map<string, number>();
  const helps = ({ deed, targets }: ChoiceView) => targets.map((whom) => `${deed.id} ${whom}`);
  const left = (choice: ChoiceView) =>
    Math.min(1, ...[...choice.targets.map(String), ...helps(choice)].map((what) => 1 - (done.get(what) ?? 0)));
  const value = (choice: ChoiceView) => worth(choice, stakes(choice)) * left(choice);
  const sides = new Map(view.tokens.map(({ who, side }) => [who, side]));
  const note = (what: string, p: number) => done.set(what, 1 - (1 - (done.get(what) ?? 0)) * (1 - p));
  return able.flatMap((who) => {
    const line = lineFor(view, who, last.get(who), value, stakes);
    if (!line) return [];
    const odds = stakes(line.choice);
    for (const { who: whom, p } of odds?.drops ?? []) note(String(whom), p);
    // Who is helped once need not be helped by all.
    if (line.choice.targets.every((whom) => sides.get(whom) === sides.get(who)))
      for (const what of helps(line.choice)) note(what, odds?.chance?.p ?? 1);
    return line;
  });
}

function lineFor(
  view: TableView,
  who: Who,
  last: ChoiceView | undefined,
  value: (choice: ChoiceView) => number,
  stakes: StakesOf,
): Line | undefined {
  const own = view.choices.filter((choice) => choice.who === who);
  const best = (list: ChoiceView[]) =>
    list.filter((choice) => value(choice) > LEAST).toSorted((a, b) => value(b) - value(a))[0];
  const acts = own.filter((choice) => choice.role === 'act');
  const known = acts.every((choice) => stakes(choice));
  const top = best(acts);
  if (top) {
    const alike = acts.filter((choice) => choice.deed.id === last?.deed.id);
    const same = best(alike.filter((choice) => choice.targets.join() === last?.targets.join())) ?? best(alike);
    if (same && value(same) >= STILL * value(top)) return { who, choice: same, why: 'again' };
    return { who, choice: top, why: 'best' };
  }
  // What is not known yet may be worth more than a step.
  if (!known) return undefined;
  const move = nearer(view, who);
  if (move) return { who, choice: move, why: 'nearer' };
  const end = own.find((choice) => choice.role === 'end-turn');
  return end && { who, choice: end, why: 'rest' };
}

/** The step that leads nearest to an enemy, if it leads nearer at all, is safe, and the fight is about nothing else. */
export function nearer(view: TableView, who: Who): ChoiceView | undefined {
  const token = view.tokens.find((one) => one.who === who);
  if (!token?.place || view.gauges.some(({ id }) => id.startsWith('goal'))) return undefined;
  const far = distance(view, token.side);
  const moves = view.choices.filter(
    (choice) => choice.who === who && choice.role === 'move' && choice.to !== null && choice.warnings.length === 0,
  );
  const price = (choice: ChoiceView) => choice.cost?.amount ?? 0;
  const [best] = moves.toSorted((a, b) => far(a.to!) - far(b.to!) || price(a) - price(b));
  return best && far(best.to!) < far(token.place) ? best : undefined;
}

/** How far every place is from the nearest enemy: in zones by steps, on squares as the crow flies. */
export function distance({ map, tokens }: Pick<TableView, 'map' | 'tokens'>, side: Side): (place: Place) => number {
  const foes = tokens.filter((token) => token.side !== side && token.place && token.status === 'up');
  const places = foes.map((token) => token.place!);
  if (map.kind === 'squares') return (place) => Math.min(99, ...places.map((foe) => apart(place, foe)));
  const far = new Map<Place, number>(places.map((place) => [place, 0]));
  // What is put in while it is gone through is gone through too.
  for (const here of far.keys())
    for (const next of beside(map, here)) if (!far.has(next)) far.set(next, far.get(here)! + 1);
  return (place) => far.get(place) ?? 99;
}

function apart(a: Place, b: Place): number {
  const [[ax, ay], [bx, by]] = [a, b].map((place) => place.split(',').map(Number)) as [number[], number[]];
  return Math.max(Math.abs(ax! - bx!), Math.abs(ay! - by!));
}

function beside(map: Extract<MapView, { kind: 'zones' }>, place: Place): Place[] {
  const at = map.zones.findIndex((zone) => zone.id === place);
  const ends = map.links.flatMap(({ a, b }) => (a === at ? [b] : b === at ? [a] : []));
  return ends.map((end) => map.zones[end]!.id);
}
