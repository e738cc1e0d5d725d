/** Stakes in words: what a number means, for somebody who does not want to calculate. */
import type { Cost, Means, Rolled, Spread, Stakes, Token, Unit, Who } from '../types';

export function percent(p: number): string {
  if (p <= 0) return '0%';
  if (p >= 1 - 1e-9) return '100%';
  if (p < 0.005) return '<1%';
  if (p > 0.995) return '>99%';
  return `${Math.round(p * 100)}%`;
}

/** "about 2 in 3", for chances that people remember. */
export function inWords(p: number): string {
  if (p >= 1 - 1e-9) return 'certain';
  if (p <= 1e-9) return 'impossible';
  if (p > 0.97) return 'nearly certain';
  if (p < 0.03) return 'hardly ever';
  let best: [number, number] = [1, 2];
  let error = 1;
  for (const of of [2, 3, 4, 5, 10, 20]) {
    const n = Math.round(p * of);
    if (n < 1 || n >= of) continue;
    const off = Math.abs(p - n / of) + of * 0.0008;
    if (off < error - 1e-9) [best, error] = [[n, of], off];
  }
  return `${best[0]} in ${best[1]}`;
}

export function number(value: number): string {
  return Math.abs(value - Math.round(value)) < 0.05 ? String(Math.round(value)) : value.toFixed(1);
}

/** "1 hit point", "3 hit points" */
export function count(value: number, unit: Unit): string {
  const shown = number(value);
  return `${shown} ${shown === '1' ? unit.one : unit.many}`.trim();
}

/** "2 hp", where there is little room. */
export function brief(value: number, unit: Unit): string {
  // Some have no shorter word than the whole one.
  return unit.short === unit.many ? count(value, unit) : `${number(value)} ${unit.short}`.trim();
}

/** "costs 2 Ardor" */
export function costWords(cost: Cost): string {
  return `costs ${brief(cost.amount, cost.unit)}`;
}

/** One sentence for a spread of health: "3.5 hit points on average, 0 to 8". */
export function spreadWords(spread: Spread, unit: Unit): string {
  if (spread.least === spread.most) return count(spread.most, unit);
  return `${count(spread.mean, unit)} on average, ${spread.least} to ${spread.most}`;
}

/** Everything the stakes say, a sentence each; nothing where nothing is at stake. */
export function sentences(stakes: Stakes, tokens: Token[], own: Who, unit: Unit): string[] {
  const name = (who: Who) => tokens.find((token) => token.who === who)?.name ?? 'somebody';
  const out: string[] = [];
  const hopeless = beside(stakes, own);
  if (stakes.chance && stakes.chance.p > 1 - 1e-9) out.push(`Certain: it ${stakes.chance.means}.`);
  else if (stakes.chance && !hopeless)
    out.push(`${capital(stakes.chance.means)} ${percent(stakes.chance.p)} of the time: ${inWords(stakes.chance.p)}.`);
  if (stakes.split && !hopeless) {
    out.push(`If so: ${meansWords(stakes.split.success, unit)}.`, `If not: ${meansWords(stakes.split.failure, unit)}.`);
  }
  if (stakes.range?.chance && stakes.range.chance.most - stakes.range.chance.least > 0.005) {
    out.push(
      `Something is hidden: from ${percent(stakes.range.chance.least)} to ` +
        `${percent(stakes.range.chance.most)}, whatever it is.`,
    );
  }
  if (stakes.harm.most > 0) out.push(`The other side loses ${spreadWords(stakes.harm, unit)}.`);
  for (const drop of stakes.drops.filter((drop) => drop.p > 0)) {
    out.push(`${drop.who === own ? 'You fall' : `${name(drop.who)} falls`} ${percent(drop.p)} of the time.`);
  }
  for (const befall of (stakes.befalls ?? []).filter((befall) => befall.p > 0)) {
    const whom = befall.who === own ? 'You are' : `${name(befall.who)} is`;
    out.push(`${whom} ${befall.ends ? 'no longer ' : ''}${befall.what} ${percent(befall.p)} of the time.`);
  }
  if (stakes.loss.most > 0) out.push(`Your side loses ${spreadWords(stakes.loss, unit)}.`);
  if (stakes.gain.most > 0) out.push(`Your side regains ${spreadWords(stakes.gain, unit)}.`);
  if (hopeless) out.push(`It never ${stakes.chance?.means}.`);
  if (!stakes.exact) out.push(estimated(stakes));
  for (const text of stakes.assumes) out.push(`Assumes: ${text}`);
  return out;
}

/** What success or failure brings: "the other side loses 4.5 hit points on average". */
function meansWords({ harm, loss, gain }: Means, unit: Unit): string {
  const all = [
    ['the other side loses', harm],
    ['your side loses', loss],
    ['your side regains', gain],
  ] as const;
  const words = all.filter(([, mean]) => mean > 0.05).map(([what, mean]) => `${what} ${count(mean, unit)}`);
  return words.length ? `${words.join(', ')} on average` : 'no harm is done';
}

/** How good an estimate is: a chance is within three deviations of it. */
function estimated({ tries, rough }: Stakes): string {
  const points = Math.max(1, Math.round((300 * 0.5) / Math.sqrt(tries ?? 1)));
  const within = points === 1 ? 'one point' : `${points} points`;
  const more = rough ? 'better odds follow' : 'there are too many outcomes to count';
  return `Estimated, within about ${within} in a hundred: ${more}.`;
}

/** Is what it aims at out of reach, but something else comes of it? Then that is what matters. */
function beside(stakes: Stakes, own: Who): boolean {
  const speaks =
    stakes.harm.most > 0 || stakes.gain.most > 0 || stakes.drops.some((drop) => drop.who !== own && drop.p > 0);
  return !!stakes.chance && stakes.chance.p <= 1e-9 && speaks;
}

/** The few figures that stand beside a choice, each in its own column; empty where there is nothing to say. */
export interface Figures {
  /** "65%" */
  chance: string;
  /** "4.1 hp", "+3 hp" where it heals, "−2 hp" where it only costs health. */
  harm: string;
  /** "40%" */
  drops: string;
  /** "2 Ardor" */
  cost: string;
}
export const COLUMNS = ['chance', 'harm', 'drops', 'cost'] as const;

/** A figure and what it counts, where that can be left out. */
export function parted(figure: string, column: (typeof COLUMNS)[number]): [string, string] {
  const at = column === 'harm' ? figure.indexOf(' ') : -1;
  return at < 0 ? [figure, ''] : [figure.slice(0, at), figure.slice(at)];
}

export function figures(stakes: Stakes | undefined | null, own: Who, unit: Unit, cost: Cost | null = null): Figures {
  const paid = cost?.amount ? brief(cost.amount, cost.unit) : '';
  if (!stakes) return { chance: '', harm: '', drops: '', cost: paid };
  const sure = stakes.chance && stakes.chance.p > 0.9999 && stakes.harm.most === 0;
  const chance = stakes.chance && !beside(stakes, own) && !sure ? percent(stakes.chance.p) : '';
  const foe = Math.max(0, ...stakes.drops.filter((drop) => drop.who !== own).map((drop) => drop.p));
  return { chance, harm: harmWords(stakes, unit), drops: foe >= 0.005 ? percent(foe) : '', cost: paid };
}

function harmWords(stakes: Stakes, unit: Unit): string {
  if (stakes.harm.mean > 0.05) return brief(stakes.harm.mean, unit);
  if (stakes.gain.mean > 0.05) return `+${brief(stakes.gain.mean, unit)}`;
  if (stakes.loss.mean > 0.05) return `−${brief(stakes.loss.mean, unit)}`;
  return '';
}

/** The same for where there are no columns: a chance, and the one thing that matters beside it. */
export interface Short {
  chance: string | null;
  extra: string | null;
}
export function short(stakes: Stakes | undefined | null, own: Who, unit: Unit): Short {
  if (!stakes) return { chance: null, extra: null };
  const { chance, drops } = figures(stakes, own, unit);
  const extra = () => {
    if (drops) return `drops ${drops}`;
    if (stakes.gain.mean > 0.05) return `heals ${brief(stakes.gain.mean, unit)}`;
    if (stakes.harm.mean > 0.05) return `deals ${brief(stakes.harm.mean, unit)}`;
    if (stakes.loss.mean > 0.05) return `loses ${brief(stakes.loss.mean, unit)}`;
    return null;
  };
  return { chance: chance || null, extra: extra() };
}

/** One side of a blow: how likely it is to hurt, how much, and how likely to drop somebody. */
export interface Blow {
  chance: number;
  mean: number;
  most: number;
  drops: number;
}

/** Both sides face to face, where a blow is answered; null where nobody answers. */
export function exchange(stakes: Stakes, own: Who): { mine: Blow; theirs: Blow } | null {
  if (stakes.harm.most <= 0 || stakes.loss.most <= 0) return null;
  const hurts = (spread: Spread) => spread.values.filter(([value]) => value > 0).reduce((sum, [, p]) => sum + p, 0);
  const fall = (mine: boolean) =>
    Math.max(0, ...stakes.drops.filter((drop) => (drop.who === own) === mine).map((drop) => drop.p));
  const blow = (spread: Spread, drops: number) => ({
    chance: hurts(spread),
    mean: spread.mean,
    most: spread.most,
    drops,
  });
  return { mine: blow(stakes.harm, fall(false)), theirs: blow(stakes.loss, fall(true)) };
}

/** "d20 + 3 against AC 13" */
export function rollWords(roll: Rolled): string {
  const { target } = roll;
  if (!target) return roll.text;
  const number = `${target.name} ${target.value}`.trim();
  return `${roll.text} ${target.under ? 'must stay at or below' : 'against'} ${number}`;
}

/** "STR +1 · level +2"; what is added without a name is named so. */
export function modifierWords(roll: Rolled): string[] {
  const named = roll.modifiers.reduce((sum, { value }) => sum + value, 0);
  const rest = roll.modifiers.length > 0 && roll.added !== named ? [{ name: 'skill', value: roll.added - named }] : [];
  return [...roll.modifiers, ...rest].map(({ name, value }) =>
    value === 0 ? name : `${name} ${value < 0 ? '−' : '+'}${Math.abs(value)}`,
  );
}

/** The spread worth drawing: what the choice is about. */
export function mainSpread(stakes: Stakes): { what: string; spread: Spread } | null {
  const all = [
    { what: 'harm to them', spread: stakes.harm },
    { what: 'health regained', spread: stakes.gain },
    { what: 'harm to us', spread: stakes.loss },
  ];
  return all.find(({ spread }) => spread.most > spread.least) ?? null;
}

/** Bars for a spread, joined into at most `most` of them. */
export function bars(spread: Spread, most = 24): { from: number; to: number; p: number }[] {
  const range = spread.most - spread.least + 1;
  const step = Math.max(1, Math.ceil(range / most));
  const out: { from: number; to: number; p: number }[] = [];
  for (let from = spread.least; from <= spread.most; from += step) {
    const to = Math.min(from + step - 1, spread.most);
    const p = spread.values.filter(([v]) => v >= from && v <= to).reduce((sum, [, q]) => sum + q, 0);
    out.push({ from, to, p });
  }
  return out;
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
