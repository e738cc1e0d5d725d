/** Names of files and addresses, and words for kinds of files. */
import type { FileKind } from './forms';

export const fileName = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.toml$/, '');
/** Where a file of the library is edited. */
export const addressOf = (path: string): string =>
  `/workshop/${path
    .replace(/\.toml$/, '')
    .split('/')
    .map(encodeURIComponent)
    .join('/')}`;
export const KINDS: Record<FileKind, string> = {
  fight: 'Fights',
  adventure: 'Adventures',
  party: 'Parties',
  library: 'Creatures, heroes, gear',
};
export const FOLDERS: Record<FileKind, string> = {
  fight: 'scenarios/',
  adventure: 'adventures/',
  party: 'parties/',
  library: '',
};
/** What can be begun, and which kind of file it is. */
export const STARTS: { what: string; kind: FileKind; name: string }[] = [
  { what: 'fight', kind: 'fight', name: 'A fight' },
  { what: 'adventure', kind: 'adventure', name: 'An adventure' },
  { what: 'creature', kind: 'library', name: 'A creature' },
  { what: 'hero', kind: 'library', name: 'A hero' },
  { what: 'party', kind: 'party', name: 'A party' },
];

/** A path of this kind that nothing has yet. */
export function freePath(system: string, kind: FileKind, name: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  const path = (name: string) => `${system}/${FOLDERS[kind]}${name}.toml`;
  let free = path(name);
  for (let n = 2; all.has(free); n++) free = path(`${name}-${n}`);
  return free;
}
