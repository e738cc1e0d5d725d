/** What a form shows: the tables and fields of a kind of file, and the ids that can be referred to. */
import type { FieldForm, SystemForms, TableForm, Thing, ValueForm } from '../types';
import { at, header, isTable, type Edit, type Json, type Path, type Table } from './paths';

export type FileKind = 'fight' | 'adventure' | 'party' | 'library';

/** Keys that people look for first, in this order; others follow as the loader asks for them. */
const FIRST = ['name', 'title', 'hero', 'creature', 'monster', 'id', 'about', 'like'];

export class Forms {
  /** By path; what a scenario says itself goes before what libraries hold. */
  #tables = new Map<string, TableForm>();
  /** What kind of thing the ids of a list are of, such as "creature"; parties name things that they cannot hold. */
  #kinds = new Map<string, string>();

  constructor(
    forms: SystemForms,
    readonly kind: FileKind,
  ) {
    const own = kind === 'library' ? [] : (forms.files[kind] ?? []);
    const shared = kind === 'party' ? [] : (forms.files.library ?? []);
    for (const table of [...(forms.files.library ?? []), ...own]) {
      const id = table.fields.find((field) => field.key === 'id')?.forms.find((form) => form.is === 'id');
      if (id?.is === 'id') this.#kinds.set(table.path, id.of);
    }
    for (const table of [...shared, ...own]) {
      const known = this.#tables.get(table.path);
      if (!known) this.#tables.set(table.path, table);
      // Both may say something about the top of the file.
      else if (!table.path) {
        const keys = new Set(table.fields.map((field) => field.key));
        const more = known.fields.filter((field) => !keys.has(field.key));
        this.#tables.set('', { ...table, fields: [...table.fields, ...more] });
      } else this.#tables.set(table.path, table);
    }
  }

  /** The form of the table at a place. What differs in somebody who is named has the form of that one. */
  table(path: Path, document: Table): TableForm | null {
    const names = path.filter((step) => typeof step === 'string');
    const found = this.#tables.get(names.join('.'));
    const n = names.indexOf('with');
    if (n < 0) return found ?? null;
    const who = path.slice(0, path.indexOf('with'));
    const named = at(document, who);
    const list = isTable(named) ? (['hero', 'creature', 'monster'].find((key) => key in named) ?? '') : '';
    // In adventures ranks calls its monsters creatures.
    const kind = this.#tables.has(list) ? list : 'monster';
    const inner = [kind, ...names.slice(n + 1)].join('.');
    const form = this.#tables.get(inner);
    return form ? { ...form, fields: form.fields.filter((field) => !OWN.includes(field.key)) } : null;
  }

  /** Tables right below a place. */
  inner(path: Path, document: Table): { key: string; form: TableForm }[] {
    const above = this.table(path, document)?.path ?? header(path);
    const prefix = above ? `${above}.` : '';
    const below = [...this.#tables.values()].filter(
      (table) => table.path && table.path.startsWith(prefix) && !table.path.slice(prefix.length).includes('.'),
    );
    return below.map((form) => ({ key: form.path.slice(prefix.length), form }));
  }

  /** The lists and tables at the top of a file. */
  get sections(): TableForm[] {
    return [...this.#tables.values()].filter((table) => table.path && !table.path.includes('.'));
  }

  /** Fields of a table in the order in which a form shows them. */
  fields(form: TableForm): FieldForm[] {
    const rank = (field: FieldForm) => {
      const first = FIRST.indexOf(field.key);
      return first >= 0 ? first : field.needed === 'always' ? 20 : field.needed === 'sometimes' ? 30 : 40;
    };
    return [...form.fields].sort((a, b) => rank(a) - rank(b));
  }

  kindOf(list: string): string | null {
    return this.#kinds.get(list) ?? null;
  }

  /** Every id of a kind: of the library, and of this file. */
  ids(kind: string, document: Table, things: Thing[]): Map<string, string> {
    const all = new Map<string, string>();
    for (const thing of things) if (this.kindOf(thing.list) === kind) all.set(thing.id, thing.name);
    this.#walk(document, document, [], (value, field) => {
      if (field.forms.some((form) => form.is === 'id' && form.of === kind) && typeof value.id === 'string')
        all.set(value.id, typeof value.name === 'string' ? value.name : value.id);
    });
    return all;
  }

  /** Where a file refers to something of a kind by this id. */
  references(kind: string, id: string, document: Table): Path[] {
    const found: Path[] = [];
    const refers = (forms: ValueForm[] | null) => forms?.some((form) => form.is === 'reference' && form.to === kind);
    this.#walk(document, document, [], (table, field, path) => {
      const value = table[field.key];
      if (value === id && refers(field.forms)) found.push([...path, field.key]);
      if (Array.isArray(value) && refers(field.items))
        value.forEach((one, n) => {
          if (one === id) found.push([...path, field.key, n]);
        });
    });
    return found;
  }

  /** Another id for something, and for all that refers to it. */
  renamed(path: Path, id: string, document: Table): Edit[] {
    const before = at(document, [...path, 'id']);
    const kind = this.table(path, document)
      ?.fields.find((field) => field.key === 'id')
      ?.forms.find((form) => form.is === 'id');
    const others = typeof before === 'string' && kind?.is === 'id' ? this.references(kind.of, before, document) : [];
    return [[...path, 'id'], ...others].map((path) => ({ op: 'set', path, value: id }));
  }

  /** What goes with something that is taken away: mentions in lists go; those that stand alone are left to be seen. */
  forgotten(path: Path, document: Table): Edit[] {
    const id = at(document, [...path, 'id']);
    const form = this.table(path, document)
      ?.fields.find((field) => field.key === 'id')
      ?.forms.find((form) => form.is === 'id');
    if (typeof id !== 'string' || form?.is !== 'id') return [{ op: 'remove', path }];
    const mentions = this.references(form.of, id, document).filter((place) => typeof place.at(-1) === 'number');
    // From the end, so that numbers stay true.
    return [...mentions.reverse().map((path): Edit => ({ op: 'remove', path })), { op: 'remove', path }];
  }

  #walk(document: Table, table: Table, path: Path, visit: (table: Table, field: FieldForm, path: Path) => void): void {
    for (const field of this.table(path, document)?.fields ?? []) if (field.key in table) visit(table, field, path);
    for (const { key } of this.inner(path, document)) {
      const value = table[key];
      if (isTable(value)) this.#walk(document, value, [...path, key], visit);
      if (Array.isArray(value))
        value.forEach((one, n) => {
          if (isTable(one)) this.#walk(document, one, [...path, key, n], visit);
        });
    }
  }
}

/** What one who differs keeps of the other. */
const OWN = ['id', 'like', 'without'];

/** The keys of a table as a person would write them: what it is first. */
export function ordered(table: Table): [string, Json][] {
  const WRITTEN = ['id', 'name', 'title', 'about', 'hero', 'creature', 'monster'];
  const rank = (key: string) => (WRITTEN.includes(key) ? WRITTEN.indexOf(key) : WRITTEN.length);
  return Object.entries(table).sort(([a], [b]) => rank(a) - rank(b));
}

/** A first value for a new table: what it cannot do without. */
export function blank(form: TableForm, name: string, id: string): Table {
  const table: Table = {};
  for (const field of form.fields) {
    const kind = field.forms[0];
    if (field.key === 'id') table.id = id;
    else if (field.key === 'name') table.name = name;
    else if (field.needed === 'always' && kind) table[field.key] = first(kind);
    else if (field.needed === 'always') table[field.key] = [];
  }
  return table;
}

export function first(form: ValueForm): Json {
  switch (form.is) {
    case 'flag':
      return true;
    case 'whole':
      return Math.max(form.least ?? 0, Math.min(1, form.most ?? 1));
    case 'number':
      return form.least;
    case 'numbers':
      return Array.from({ length: form.many }, () => 0);
    case 'choice':
      return form.of[0] ?? '';
    case 'table':
      return {};
    case 'tables':
      return [];
    default:
      return '';
  }
}

/** A key as people read it. */
export const words = (key: string): string => {
  const text = key.replace(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** "a creature", "an ability": what one of a list is called. */
export const one = (list: string): string => {
  const name = SINGLE[list] ?? words(list).toLowerCase();
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
};
const SINGLE: Record<string, string> = { foes: 'group of foes', party: 'hero', treasure: 'pile of treasure' };
