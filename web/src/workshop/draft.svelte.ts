/**
 * A file while it is edited. Edits show at once; the server makes them in the text, so that comments and order stay,
 * and says what is wrong. Every change can be undone, and is kept in this browser until it is saved.
 */
import * as base from '../api';
import type { ProblemView } from '../types';
import * as api from './api';
import type { FileKind } from './forms';
import { edited, place, within, type Edit, type Path, type Table } from './paths';

const KEY = 'fracas.workshop.';
const MAX_MOMENTS = 200;

interface Moment {
  text: string;
  document: Table | null;
}
export interface KeptDraft {
  path: string;
  text: string;
  version: string | null;
  at: number;
}

/** Drafts of this browser that are not saved, the newest first. */
export function keptDrafts(): KeptDraft[] {
  const all: KeptDraft[] = [];
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n);
      if (!key?.startsWith(KEY)) continue;
      const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null;
      if (kept && typeof kept.text === 'string' && typeof kept.path === 'string') all.push(kept);
    }
  } catch {
    // Private windows have none.
  }
  return all.sort((a, b) => b.at - a.at);
}

export function forgetDraft(path: string): void {
  try {
    localStorage.removeItem(KEY + path);
  } catch {
    // There is none, then.
  }
}

export function keepDraft(path: string, text: string, version: string | null): void {
  try {
    localStorage.setItem(KEY + path, JSON.stringify({ path, text, version, at: Date.now() } satisfies KeptDraft));
  } catch {
    // It lasts for this visit.
  }
}

/** What a file is, by where it lies. */
export function kindOf(path: string): FileKind {
  const folder = path.split('/').at(-2);
  if (folder === 'scenarios') return 'fight';
  if (folder === 'adventures') return 'adventure';
  return folder === 'parties' ? 'party' : 'library';
}

export class Draft {
  path = $state('');
  /** As it stands in the library; null for a new file. */
  version: string | null = $state(null);
  text = $state('');
  document: Table | null = $state.raw(null);
  problems: ProblemView[] = $state.raw([]);
  /** What can be played and is hardly meant. */
  warnings: ProblemView[] = $state.raw([]);
  omitted = $state(0);
  /** What could not be done, in words. */
  failed = $state('');
  saved = $state('');
  checked = $state(false);
  /** Counts changes, for those who follow them. */
  changes = $state(0);
  #past: Moment[] = $state.raw([]);
  #future: Moment[] = $state.raw([]);
  #queue: Edit[] = [];
  #sending: Promise<void> | null = null;

  constructor(path: string, text: string, version: string | null, saved: string) {
    this.path = path;
    this.text = text;
    this.version = version;
    this.saved = saved;
  }

  get system(): string {
    return this.path.split('/')[0] ?? '';
  }
  get kind(): FileKind {
    return kindOf(this.path);
  }
  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }
  get isSaved(): boolean {
    return this.version !== null && this.text === this.saved;
  }

  /** Opens it: what it says, and what is wrong with it. */
  async open(): Promise<void> {
    await this.#settle(this.text, []);
  }

  edit(...edits: Edit[]): void {
    if (!this.document) return;
    this.document = edits.reduce(edited, this.document);
    this.#queue.push(...edits);
    this.#sending ??= this.#send();
  }

  /** Until all edits are in the text. */
  async settled(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  async #send(): Promise<void> {
    try {
      while (this.#queue.length) {
        const edits = this.#queue.splice(0);
        const before = { text: this.text, document: this.#last };
        if (await this.#settle(this.text, edits)) this.#remember(before);
      }
    } finally {
      this.#sending = null;
    }
  }

  /** The document as it was when the text was last settled. */
  #last: Table | null = null;

  async #settle(text: string, edits: Edit[]): Promise<boolean> {
    try {
      const draft = await api.draft(this.path, text, edits);
      this.text = draft.text;
      this.#last = draft.document as Table | null;
      // What has been typed in the meantime stays.
      if (!this.#queue.length) this.document = this.#last;
      this.problems = draft.problems;
      this.warnings = draft.warnings;
      this.omitted = draft.omitted;
      this.failed = '';
      this.checked = true;
      this.#keep();
      this.changes++;
      return true;
    } catch (error) {
      this.failed = base.said(error);
      this.#queue = [];
      this.document = this.#last;
      return false;
    }
  }

  #remember(before: Moment): void {
    this.#past = [...this.#past, before].slice(-MAX_MOMENTS);
    this.#future = [];
  }

  /** Another text altogether: typed, imported, or proposed. */
  async write(text: string): Promise<void> {
    await this.settled();
    const before = { text: this.text, document: this.#last };
    if (text !== this.text && (await this.#settle(text, []))) this.#remember(before);
  }

  async undo(): Promise<void> {
    await this.settled();
    const before = this.#past.at(-1);
    if (!before) return;
    this.#future = [...this.#future, { text: this.text, document: this.#last }];
    this.#past = this.#past.slice(0, -1);
    await this.#settle(before.text, []);
  }

  async redo(): Promise<void> {
    await this.settled();
    const after = this.#future.at(-1);
    if (!after) return;
    this.#past = [...this.#past, { text: this.text, document: this.#last }];
    this.#future = this.#future.slice(0, -1);
    await this.#settle(after.text, []);
  }

  #keep(): void {
    if (this.isSaved) forgetDraft(this.path);
    else keepDraft(this.path, this.text, this.version);
  }

  async save(): Promise<boolean> {
    await this.settled();
    try {
      const saved = await api.save(this.path, this.text, this.version);
      this.version = saved.version;
      this.saved = this.text;
      this.failed = '';
      this.#keep();
      return true;
    } catch (error) {
      this.failed = base.said(error);
      return false;
    }
  }

  /** Under another name: a file that is saved is renamed, another one only changes its place. */
  async moveTo(path: string): Promise<boolean> {
    await this.settled();
    try {
      if (this.version) {
        const moved = await api.rename(this.path, path, this.version);
        this.version = moved.version;
      }
      forgetDraft(this.path);
      this.path = path;
      this.#keep();
      return true;
    } catch (error) {
      this.failed = base.said(error);
      return false;
    }
  }

  /** What is wrong at a place, and at nothing below it that has a place of its own on the screen. */
  problemsAt(path: Path): ProblemView[] {
    return this.#at(path, this.problems);
  }
  warningsAt(path: Path): ProblemView[] {
    return this.#at(path, this.warnings);
  }
  #at(path: Path, told: ProblemView[]): ProblemView[] {
    return told.filter((problem) => {
      const where = place(problem.field);
      return this.isHere(problem) && where.length === path.length && within(where, path);
    });
  }
  problemsBelow(path: Path): ProblemView[] {
    return this.problems.filter((problem) => this.isHere(problem) && within(place(problem.field), path));
  }
  /** Is it about this file, and not about another one that it needs? */
  isHere(problem: ProblemView): boolean {
    return problem.file === this.path;
  }
}
