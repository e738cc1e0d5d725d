/** What the editor's parts share: the file, the forms of its system, the library, and what is selected. */
import type { SystemForms, Thing } from '../types';
import * as api from './api';
import type { Draft } from './draft.svelte';
import { blank, Forms, ordered, words } from './forms';
import { at, idFor, isTable, tablesOf, textOf, type Edit, type Path, type Table } from './paths';

export interface Option {
  id: string;
  name: string;
}

/** Who stands somewhere, or what lies there: one table of a list. */
export interface Placed {
  path: Path;
  list: string;
  label: string;
  hero: boolean;
  count: number;
}

export class Bench {
  selected: Path | null = $state(null);
  things: Thing[] = $state.raw([]);

  constructor(
    readonly draft: Draft,
    readonly forms: Forms,
    things: Thing[],
  ) {
    this.things = things;
  }

  static async open(draft: Draft): Promise<Bench> {
    const [forms, things] = await Promise.all([known(draft.system), api.things(draft.system), draft.open()]);
    return new Bench(draft, new Forms(forms, draft.kind), things);
  }

  get document(): Table {
    return this.draft.document ?? {};
  }

  select(path: Path | null): void {
    this.selected = path;
  }

  /** Those who can be named in a field. */
  options(kind: string, key: string): Option[] {
    const all = this.forms.ids(kind, this.document, this.things);
    // "hero or creature" are one kind; a field `hero` means the first.
    const lists = ['hero', 'creature'].filter((list) => list === key);
    const listed = new Set([
      ...this.things.filter((thing) => lists.includes(thing.list)).map((thing) => thing.id),
      ...lists.flatMap((list) => tablesOf(this.document[list]).map((one) => textOf(one.id))),
    ]);
    const options = [...all].map(([id, name]) => ({ id, name }));
    const some = options.filter(({ id }) => listed.has(id));
    return (some.length ? some : options).sort((a, b) => a.name.localeCompare(b.name));
  }

  nameOf(id: string): string {
    for (const list of ['creature', 'hero']) {
      const own = tablesOf(this.document[list]).find((one) => one.id === id);
      if (own) return textOf(own.name) || id;
    }
    return this.things.find((thing) => thing.id === id)?.name ?? id;
  }

  /** A thing with all that it has from the one that it is like; in a circle, no further than this many `links`. */
  whole(list: string, own: Table, links = 16): Table {
    const like = textOf(own.like);
    const base =
      tablesOf(this.document[list]).find((one) => one.id === like) ??
      (this.things.find((thing) => thing.list === list && thing.id === like)?.fields as Table | undefined);
    if (!like || !base || !links) return own;
    const without = Array.isArray(own.without) ? own.without : [];
    const kept = Object.entries(this.whole(list, base, links - 1)).filter(([key]) => !without.includes(key));
    return { ...Object.fromEntries(kept), ...own };
  }

  freshId(name: string, taken: string[]): string {
    return idFor(name, [...taken, ...this.things.map((thing) => thing.id)]);
  }

  rename(path: Path, id: string): void {
    this.draft.edit(...this.forms.renamed(path, id, this.document));
  }

  remove(path: Path): void {
    this.draft.edit(...this.forms.forgotten(path, this.document));
    if (this.selected && path.every((step, n) => this.selected?.[n] === step)) this.select(null);
  }

  /** How one of a list is called on the screen. */
  label(list: string, one: Table, n: number): string {
    const who = textOf(one.hero) || textOf(one.creature) || textOf(one.monster);
    const differs = isTable(one.with) ? textOf(one.with.name) : '';
    const between = Array.isArray(one.between) ? one.between.map((id) => this.zoneName(textOf(id))).join(' – ') : '';
    return (
      differs || (who && this.nameOf(who)) || textOf(one.name) || between || textOf(one.id) || `${words(list)} ${n + 1}`
    );
  }

  zoneName(id: string): string {
    return textOf(tablesOf(this.document.zone).find((zone) => zone.id === id)?.name) || id;
  }

  /** All that stands or lies in a zone, whatever list it is in. */
  placedIn(zone: string): Placed[] {
    return this.forms.sections.flatMap(({ path: list, list: several }) =>
      several && list !== 'zone'
        ? tablesOf(this.document[list]).flatMap((one, n) =>
            one.at === zone
              ? [
                  {
                    path: [list, n],
                    list,
                    label: this.label(list, one, n),
                    hero: list === 'party',
                    count: Number(one.count ?? 1),
                  },
                ]
              : [],
          )
        : [],
    );
  }

  /** Lists of things that stand or lie in a zone. */
  get placeable(): string[] {
    return this.forms.sections
      .filter(
        (form) =>
          form.list &&
          form.fields.some((field) => field.key === 'at' && field.forms.some((one) => one.is === 'reference')),
      )
      .map((form) => form.path);
  }

  /** One more in a list at the top of the file, and it is selected. */
  add(list: string, with_: Table = {}): Path {
    const form = this.forms.sections.find((form) => form.path === list);
    const there = tablesOf(this.document[list]);
    const name = textOf(with_.name) || `New ${words(list).toLowerCase()}`;
    const value: Table = {
      ...(form
        ? blank(
            form,
            name,
            this.freshId(
              name,
              there.map((one) => textOf(one.id)),
            ),
          )
        : {}),
      ...with_,
    };
    const path = [list, there.length];
    // Key by key, so that they stand in the file as a person would write them.
    this.draft.edit(
      { op: 'insert', path, value: {} },
      ...ordered(value).map(([key, one]): Edit => ({ op: 'set', path: [...path, key], value: one })),
    );
    this.select(path);
    return path;
  }

  addZone(cell: [number, number]): void {
    const n = tablesOf(this.document.zone).length + 1;
    this.add('zone', { name: `Zone ${n}`, at: cell, picture: 'ground' });
  }

  /** The key by which a table names whom it is about, such as `creature` or `monster`. */
  whoKey(path: string): string {
    const fields = this.forms.table(path.split('.'), this.document)?.fields ?? [];
    return ['creature', 'monster', 'hero'].find((key) => fields.some((field) => field.key === key)) ?? 'creature';
  }

  /** Puts somebody or something of the library into the scenario, in a zone if there are any. */
  place(thing: Thing, zone: string | null): void {
    const where: Table = zone ? { at: zone } : {};
    if (thing.list === 'hero') {
      const at = this.forms.table(['party'], this.document)?.fields.some((field) => field.key === 'at');
      this.add('party', { hero: thing.id, ...(at ? where : {}) });
    } else if (this.draft.kind === 'adventure') this.#lair(thing, zone);
    else this.#foe(thing, where);
  }

  #foe(thing: Thing, where: Table): void {
    const foes = tablesOf(this.document.foes);
    const key = this.whoKey('foes');
    const same = foes.findIndex((one) => one[key] === thing.id && one.at === where.at && !('with' in one));
    if (same < 0) this.add('foes', { [key]: thing.id, ...where });
    else {
      this.draft.edit({ op: 'set', path: ['foes', same, 'count'], value: Number(foes[same]?.count ?? 1) + 1 });
      this.select(['foes', same]);
    }
  }

  /** In an adventure they live in a zone together, or turn up by chance. */
  #lair(thing: Thing, zone: string | null): void {
    const key = this.whoKey('encounter.foes');
    const all = tablesOf(this.document.encounter);
    const chosen = this.selected?.[0] === 'encounter' ? Number(this.selected[1]) : -1;
    const there = chosen >= 0 ? chosen : all.findIndex((one) => zone !== null && one.at === zone);
    if (there < 0) {
      this.add('encounter', { name: thing.name, ...(zone ? { at: zone } : {}), foes: [{ [key]: thing.id }] });
      return;
    }
    const foes = tablesOf(all[there]?.foes);
    const same = foes.findIndex((one) => one[key] === thing.id && !('with' in one));
    const path: Path = ['encounter', there, 'foes'];
    const edit: Edit =
      same < 0
        ? { op: 'insert', path: [...path, foes.length], value: { [key]: thing.id } }
        : { op: 'set', path: [...path, same, 'count'], value: Number(foes[same]?.count ?? 1) + 1 };
    this.draft.edit(edit);
    this.select(['encounter', there]);
  }

  /** Joins two zones, or parts them again; with a door between if that is wanted. */
  link(a: string, b: string, door: boolean): void {
    if (this.draft.kind === 'adventure') this.#way(a, b, door);
    else this.#near(a, b, door);
  }

  #pairs(list: string, a: string, b: string): number {
    return tablesOf(this.document[list]).findIndex(
      ({ between }) => Array.isArray(between) && between.includes(a) && between.includes(b),
    );
  }

  #way(a: string, b: string, door: boolean): void {
    const known = this.#pairs('way', a, b);
    if (known >= 0) this.remove(['way', known]);
    else this.add('way', { between: [a, b], ...(door ? { door: 'shut' } : {}) });
  }

  #near(a: string, b: string, door: boolean): void {
    const edits: Edit[] = [];
    tablesOf(this.document.zone).forEach((zone, n) => {
      const other = zone.id === a ? b : zone.id === b ? a : null;
      const near = Array.isArray(zone.near) ? zone.near : [];
      const found = other === null ? -1 : near.indexOf(other);
      if (found >= 0) edits.push({ op: 'remove', path: ['zone', n, 'near', found] });
    });
    const parted = this.#pairs('door', a, b);
    if (parted >= 0) edits.push({ op: 'remove', path: ['door', parted] });
    if (edits.length && !door) this.draft.edit(...edits);
    else if (door && parted < 0) {
      if (edits.length) this.draft.edit(...edits);
      const name = `${this.zoneName(b)} door`;
      this.add('door', {
        name,
        id: idFor(
          name,
          tablesOf(this.document.door).map((one) => textOf(one.id)),
        ),
        between: [a, b],
      });
    } else if (edits.length) this.draft.edit(...edits);
    else {
      const n = tablesOf(this.document.zone).findIndex((zone) => zone.id === a);
      const near = at(this.document, ['zone', n, 'near']);
      this.draft.edit(
        Array.isArray(near)
          ? { op: 'insert', path: ['zone', n, 'near', near.length], value: b }
          : { op: 'set', path: ['zone', n, 'near'], value: [b] },
      );
    }
  }
}

const kept = new Map<string, Promise<SystemForms>>();
function known(system: string): Promise<SystemForms> {
  const there = kept.get(system);
  if (there) return there;
  const asked = api.forms(system);
  kept.set(system, asked);
  asked.catch(() => kept.delete(system));
  return asked;
}
