/** Puzzles that are opened as tables, and which of them this browser has solved. */
import * as api from '../api';
import { router } from '../state/router.svelte';

const KEY = 'fracas.solved';

export async function openPuzzle(id: string): Promise<void> {
  const opened = await api.open({ puzzle: id });
  router.seat(opened.table, opened.you);
  router.go(`/t/${opened.table}?puzzle=${encodeURIComponent(id)}`);
}

export function solved(): Set<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

export function solve(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved().add(id)]));
  } catch {
    // Private windows may refuse: it then counts for this visit only.
  }
}

/** The one after this, in its system or in the next; around at the end. */
export function next(ids: string[], id: string): string | null {
  const at = ids.indexOf(id);
  return ids.length > 1 ? (ids[(at + 1) % ids.length] ?? null) : null;
}
