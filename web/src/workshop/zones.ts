/** Where zones, and the ways between them, are drawn on the workshop's canvas. Pure arithmetic. */
import { tablesOf, textOf, type Path, type Table } from './paths';

export const CELL = { width: 196, height: 150 };
const GAP = { x: 36, y: 34 };
export const CARD = { width: CELL.width - GAP.x, height: CELL.height - GAP.y };

export interface ZoneBox {
  id: string;
  name: string;
  picture: string;
  exit: boolean;
  dark: boolean;
  path: Path;
  cell: [number, number];
  x: number;
  y: number;
}
export interface Line {
  a: ZoneBox;
  b: ZoneBox;
  kind: 'near' | 'door' | 'way' | 'unseen';
  path: Path | null;
  note: string;
  secret: boolean;
}
export interface Sheet {
  zones: ZoneBox[];
  lines: Line[];
  /** The cell in the upper left corner, with a free row and column around everything. */
  origin: [number, number];
  columns: number;
  rows: number;
}

const cellOf = (zone: Table): [number, number] => {
  const at = Array.isArray(zone.at) ? zone.at : [];
  return [Number(at[0] ?? 0) || 0, Number(at[1] ?? 0) || 0];
};

export function sheet(document: Table): Sheet {
  const tables = tablesOf(document.zone);
  const cells = tables.map(cellOf);
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const origin: [number, number] = cells.length ? [Math.min(...xs) - 1, Math.min(...ys) - 1] : [0, 0];
  const columns = cells.length ? Math.max(...xs) - origin[0] + 2 : 3;
  const rows = cells.length ? Math.max(...ys) - origin[1] + 2 : 3;
  const zones = tables.map((zone, n): ZoneBox => {
    const cell = cells[n]!;
    return {
      id: textOf(zone.id),
      name: textOf(zone.name) || textOf(zone.id),
      picture: textOf(zone.picture) || 'open',
      exit: zone.exit === true,
      dark: zone.dark === true,
      path: ['zone', n],
      cell,
      x: (cell[0] - origin[0]) * CELL.width + GAP.x / 2,
      y: (cell[1] - origin[1]) * CELL.height + GAP.y / 2,
    };
  });
  return { zones, lines: lines(document, zones), origin, columns, rows };
}

function lines(document: Table, zones: ZoneBox[]): Line[] {
  const all: Line[] = [];
  const find = (id: unknown) => zones.find((zone) => zone.id === id);
  tablesOf(document.zone).forEach((zone, n) => {
    for (const kind of ['near', 'unseen'] as const)
      for (const id of Array.isArray(zone[kind]) ? zone[kind] : []) {
        const [a, b] = [zones[n], find(id)];
        const twice = all.some((line) => line.kind === kind && line.a === b && line.b === a);
        if (a && b && !twice) all.push({ a, b, kind, path: null, note: '', secret: false });
      }
  });
  for (const kind of ['door', 'way'] as const)
    tablesOf(document[kind]).forEach((one, n) => {
      const [a, b] = (Array.isArray(one.between) ? one.between : []).map(find);
      if (!a || !b) return;
      const state = textOf(kind === 'door' ? one.state || 'shut' : one.door);
      const note = [kind === 'door' || (state && state !== 'none') ? `${state} door` : '', one.trap ? 'trap' : '']
        .filter(Boolean)
        .join(', ');
      all.push({ a, b, kind, path: [kind, n], note, secret: one.secret === true });
    });
  return all;
}

/** The cell under a point of the sheet. */
export function cellAt(sheet: Sheet, x: number, y: number): [number, number] {
  return [Math.floor(x / CELL.width) + sheet.origin[0], Math.floor(y / CELL.height) + sheet.origin[1]];
}

/** A cell that no zone lies in, from the right of the last one on. */
export function freeCell(sheet: Sheet): [number, number] {
  const taken = new Set(sheet.zones.map(({ cell }) => cell.join()));
  const last = sheet.zones.at(-1)?.cell ?? [-1, 0];
  for (let n = 1; n < 50; n++) {
    const cell: [number, number] = [last[0] + n, last[1]];
    if (!taken.has(cell.join())) return cell;
  }
  return [0, 0];
}

export const middle = (zone: ZoneBox): { x: number; y: number } => ({
  x: zone.x + CARD.width / 2,
  y: zone.y + CARD.height / 2,
});
