/**
 * Choices as a person reads them: those that differ only in whom or where they aim at are one deed with several aims.
 * It goes by labels alone and knows no rule.
 */
import type { ChoiceView, MapView, Quiet, Token, Who } from '../types';

export interface Aim {
  choice: ChoiceView;
  /** Whom or where, in a word; the whole label where nothing was cut out. */
  name: string;
}
export interface Deed {
  key: string;
  /** The label without the aim: "Throw spear at". */
  title: string;
  aims: Aim[];
}
export interface QuietDeed {
  title: string;
  why: string;
  rule: string | null;
}

/** Names by which targets and places go, the longest first so that "Goblin 12" is not taken for "Goblin 1". */
export function names(map: MapView, tokens: Token[]): string[] {
  const places = map.kind === 'zones' ? map.zones.map((zone) => zone.name) : [];
  return [...tokens.map((token) => token.name), ...places].toSorted((a, b) => b.length - a.length);
}

function nameOf(choice: ChoiceView, map: MapView, tokens: Token[]): string[] {
  const targets = choice.targets.map((who) => tokens.find((token) => token.who === who)?.name);
  const place = map.kind === 'zones' ? map.zones.find((zone) => zone.id === choice.to)?.name : squareName(choice.to);
  return [...targets, place].filter((name): name is string => !!name);
}

/** What a place is called by people. */
export function placeName(map: MapView, place: string): string {
  return map.kind === 'zones' ? (map.zones.find((zone) => zone.id === place)?.name ?? place) : `square ${place}`;
}

function squareName(to: string | null): string | undefined {
  return to ?? undefined;
}

/** A label with a name cut out of it, or null if it is not there. */
export function cut(label: string, name: string): string | null {
  const at = label.indexOf(name);
  if (at < 0) return null;
  const before = label[at - 1],
    after = label[at + name.length];
  if ((before && /[\p{L}\d]/u.test(before)) || (after && /[\p{L}\d]/u.test(after))) return null;
  const rest = label.slice(at + name.length);
  const gap = /^[,;:)]/.test(rest) ? ' …' : ' … ';
  return (label.slice(0, at).trimEnd() + gap + rest.trimStart()).replace(/ … ?$/, '').trim();
}

export function deeds(choices: ChoiceView[], map: MapView, tokens: Token[]): Deed[] {
  const found = new Map<string, Deed>();
  for (const choice of choices) {
    let title = choice.label;
    const aims: string[] = [];
    for (const candidate of nameOf(choice, map, tokens)) {
      const rest = cut(title, candidate);
      if (!rest) continue;
      // On a grid the price differs from square to square; the map shows it.
      const priced = map.kind === 'squares' && candidate === choice.to;
      title = priced ? rest.replace(/( …)? for \d+$/, '') : rest;
      aims.push(candidate);
    }
    const name = aims.length ? aims.join(' → ') : choice.label;
    const key = `${choice.who} ${choice.tab} ${title}`;
    const deed = found.get(key) ?? { key, title, aims: [] };
    deed.aims.push({ choice, name });
    found.set(key, deed);
  }
  return [...found.values()];
}

/** What cannot be done, once for each deed, without what is on offer anyway. */
export function quietDeeds(quiet: Quiet[], who: Who, offered: Deed[], all: string[]): QuietDeed[] {
  const titles = new Set(offered.map((deed) => deed.title));
  const labels = new Set(offered.flatMap((deed) => deed.aims.map((aim) => aim.choice.label)));
  const found = new Map<string, QuietDeed>();
  for (const item of quiet) {
    // What begins a fight is not missed in the middle of it.
    if (item.who !== who || labels.has(item.label) || /^begin\b/i.test(item.label)) continue;
    // Somebody of whom one knows nothing has no name to be cut out.
    const title = strip(item.label, all).replace(' ,', ' …,');
    if (!title || titles.has(title) || found.has(title)) continue;
    found.set(title, { title, why: item.why, rule: item.rule });
  }
  return [...found.values()];
}

function strip(label: string, all: string[]): string {
  // A square and its price are an aim too.
  return all.reduce((rest, name) => cut(rest, name) ?? rest, label).replace(/ \d+,\d+( for \S+)?$/, '');
}

/** The choice that ends a turn, by its text form. */
export function endsTurn(choice: ChoiceView): boolean {
  return choice.tab === 'turn' && /\b(done|end|end-turn|pass|finish|wait)\b/.test(choice.text);
}

export function retreats(choice: ChoiceView): boolean {
  return /\b(retreat|leave|flee)\b/.test(choice.text);
}

export function begins(choice: ChoiceView): boolean {
  return /\b(begin|initiative|start)\b/.test(choice.text);
}

/** Does it stand at the bottom of the controls, among what begins and ends a turn? */
export function stands(choice: ChoiceView): boolean {
  return choice.tab === 'turn' && (begins(choice) || /\b(ready|roll|reveal|continue|next)\b/.test(choice.text));
}
