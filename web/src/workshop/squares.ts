/** A map of squares as rows of characters, and what painting does to it. */
export const BRUSHES: { glyph: string; name: string }[] = [
  { glyph: '#', name: 'Wall' },
  { glyph: '.', name: 'Floor' },
  { glyph: ',', name: 'Obstructed' },
  { glyph: 'H', name: 'Heroes start' },
  { glyph: 'M', name: 'Monsters start' },
  { glyph: '/', name: 'Open door' },
  { glyph: '+', name: 'Shut door' },
  { glyph: 'L', name: 'Locked door' },
  { glyph: 'B', name: 'Barred door' },
  { glyph: '%', name: 'Broken door' },
];
/** As large as maps may be. */
export const MAX = 40;

export function painted(rows: string[], x: number, y: number, glyph: string): string[] {
  const row = rows[y];
  if (row === undefined || x < 0 || x >= row.length || row[x] === glyph) return rows;
  return rows.map((old, n) => (n === y ? old.slice(0, x) + glyph + old.slice(x + 1) : old));
}

/** With a wall around it, wider or narrower at the right and at the bottom. */
export function resized(rows: string[], width: number, height: number): string[] {
  const [w, h] = [Math.max(3, Math.min(MAX, width)), Math.max(3, Math.min(MAX, height))];
  const [oldWidth, oldHeight] = [Math.max(0, ...rows.map((row) => row.length)), rows.length];
  return Array.from({ length: h }, (_, y) =>
    Array.from({ length: w }, (_, x) => {
      const edge = x === 0 || y === 0 || x === w - 1 || y === h - 1;
      // What was the wall at the end becomes floor where the map grows.
      const wasEdge = (x === oldWidth - 1 && w > oldWidth) || (y === oldHeight - 1 && h > oldHeight);
      if (edge) return '#';
      const old = rows[y]?.[x];
      return old === undefined || (wasEdge && old === '#') ? '.' : old;
    }).join(''),
  );
}

export const blankMap = (): string[] => resized([], 16, 10);
