/** Places in a file, and small edits at them, as the server makes them too. Nothing here knows a field. */
export type Step = string | number;
export type Path = Step[];
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };
export type Edit =
  | { op: 'set'; path: Path; value: Json }
  | { op: 'insert'; path: Path; value: Json }
  | { op: 'remove'; path: Path }
  | { op: 'move'; path: Path; to: number };

export const isTable = (value: Json | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const tablesOf = (value: Json | undefined): Table[] => (Array.isArray(value) ? value.filter(isTable) : []);
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function at(document: Json, path: Path): Json | undefined {
  let found: Json | undefined = document;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === 'number') found = found[step];
    else if (isTable(found) && typeof step === 'string') found = found[step];
    else return undefined;
  }
  return found;
}

/** A copy of the document after an edit. An edit that leads nowhere changes nothing: the server says so. */
export function edited(document: Table, edit: Edit): Table {
  const copy = structuredClone(document);
  const last = edit.path.at(-1);
  let parent: Json = copy;
  for (let n = 0; n < edit.path.length - 1; n++) {
    const step = edit.path[n]!;
    const next: Json | undefined = at(parent, [step]);
    if (next === undefined && isTable(parent) && typeof step === 'string') {
      const made: Json = edit.op === 'insert' && n === edit.path.length - 2 ? [] : {};
      parent[step] = made;
      parent = made;
    } else if (next === undefined) return document;
    else parent = next;
  }
  if (Array.isArray(parent) && typeof last === 'number') {
    if (edit.op === 'set') parent[last] = edit.value;
    if (edit.op === 'insert') parent.splice(last, 0, edit.value);
    if (edit.op === 'remove') parent.splice(last, 1);
    if (edit.op === 'move') parent.splice(edit.to, 0, ...parent.splice(last, 1));
  } else if (isTable(parent) && typeof last === 'string') {
    if (edit.op === 'set') parent[last] = edit.value;
    if (edit.op === 'remove') delete parent[last];
  }
  return copy;
}

/** The place that a problem names: `zone[2].near[0]`. */
export function place(field: string): Path {
  return [...field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map((part) =>
    part[2] === undefined ? part[1]! : Number(part[2]),
  );
}

/** Does this text look like a number? */
export const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** Without the numbers: what forms are found by. */
export const header = (path: Path): string => path.filter((step) => typeof step === 'string').join('.');

/** Is this place at or below that one? */
export const within = (path: Path, above: Path): boolean => above.every((step, n) => path[n] === step);

/** An id of a name, such as "old-mill" of "The old mill", that nothing else has. */
export function idFor(name: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  const plain = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/^(the|a|an) /, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const base = plain || 'new';
  let id = base;
  for (let n = 2; all.has(id); n++) id = `${base}-${n}`;
  return id;
}
