/** The fight tried out while it is edited: after every change, the last one only. */
import * as base from '../api';
import type { Balanced, Deeds, DraftEdits, Thing, Trial, TrialOf } from '../types';
import * as api from './api';
import type { Bench } from './bench.svelte';
import { tablesOf, textOf, type Edit, type Json, type Table } from './paths';

/** After the last key stroke. */
const PAUSE = 120;
/** The first figures come at once, and better ones after them: how long each are fought for. */
const MILLIS = [250, 1500];

export const MINDS: Record<string, string> = {
  random: 'anything at all',
  instinct: 'by instinct',
  greedy: 'looking ahead a little',
  'search:60': 'thinking it through',
};

export class Trials {
  result: Trial | null = $state.raw(null);
  deeds: Deeds | null = $state.raw(null);
  failed = $state('');
  busy = $state(false);
  /** What the slider proposes. */
  proposal: Balanced | null = $state.raw(null);
  seeking = $state(false);
  heroes = $state('instinct');
  monsters = $state('instinct');
  /** The text of a party's file that goes instead. */
  party: string | null = $state(null);
  /** For a creature or a thing that is edited: how many of them are fought. */
  count = $state(1);
  #abort: AbortController | null = null;
  #seek: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The fight in which things of a library are tried. */
  #arena: string | null = null;

  constructor(readonly bench: Bench) {}

  /** What is tried: the scenario itself, or a fight with what is edited in it. */
  async #of(): Promise<{ of: TrialOf; who: string | null } | null> {
    const { draft } = this.bench;
    const minds: [string, string] = [this.heroes, this.monsters];
    if (draft.kind === 'fight' || draft.kind === 'adventure') {
      const own: DraftEdits = { path: draft.path, text: draft.text, edits: [] };
      const party = this.party ? { party: this.party } : {};
      return { of: { draft: own, minds, ...party }, who: null };
    }
    if (draft.kind === 'party') return null;
    this.#arena ??= (await api.begin(draft.system, 'fight')).text;
    const made = arena(this.bench, this.count);
    if (!made) return null;
    const path = `${draft.system}/scenarios/workshop-trial.toml`;
    return {
      of: {
        draft: { path, text: this.#arena, edits: made.edits },
        beside: { path: draft.path, text: draft.text, edits: [] },
        minds,
      },
      who: made.who,
    };
  }

  /** Something has changed. */
  changed(): void {
    this.#abort?.abort();
    this.#seek?.abort();
    this.proposal = null;
    clearTimeout(this.#timer);
    if (this.bench.draft.problems.length) {
      this.result = null;
      this.busy = false;
      return;
    }
    this.busy = true;
    this.#timer = setTimeout(() => void this.#run(), PAUSE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#seek?.abort();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const made = await this.#of();
      if (!made) this.result = null;
      else {
        for (const millis of MILLIS) {
          const result = await api.trial({ ...made.of, millis }, abort.signal);
          if (abort.signal.aborted) return;
          this.result = result;
          if (millis === MILLIS[0] && made.who)
            this.deeds = await api.deeds({ trial: made.of, who: made.who }, abort.signal);
        }
      }
      this.failed = '';
    } catch (error) {
      if (abort.signal.aborted) return;
      this.result = null;
      this.failed = base.said(error);
    }
    this.busy = false;
  }

  /** Which number gives this win rate? */
  async propose(wanted: number, by: string | null): Promise<void> {
    this.#seek?.abort();
    const abort = new AbortController();
    this.#seek = abort;
    this.seeking = true;
    this.proposal = null;
    try {
      const made = await this.#of();
      if (made) {
        const proposal = await api.balance({ trial: made.of, wanted, ...(by ? { by } : {}) }, abort.signal);
        if (!abort.signal.aborted) this.proposal = proposal;
      }
      this.failed = '';
    } catch (error) {
      if (!abort.signal.aborted) this.failed = base.said(error);
    }
    if (this.#seek === abort) this.seeking = false;
  }
}

/** A fight in which the thing that is edited plays its part, and who shows what it does. */
function arena(bench: Bench, count: number): { edits: Edit[]; who: string } | null {
  const { document, forms, selected } = bench;
  const list =
    typeof selected?.[0] === 'string' ? selected[0] : (Object.keys(document).find((key) => forms.kindOf(key)) ?? '');
  const thing = tablesOf(document[list])[Number(selected?.[1] ?? 0)];
  const id = textOf(thing?.id);
  if (!thing || !id) return null;
  const squares = bench.draft.system === 'ranks';
  const [road, mill]: Table[] = squares ? [{}, {}] : [{ at: 'road' }, { at: 'clearing' }];
  if (list === 'creature')
    return { who: id, edits: [{ op: 'set', path: ['foes'], value: [{ creature: id, count, ...mill }] }] };
  if (list === 'hero') return { who: id, edits: [{ op: 'set', path: ['party', 0], value: { hero: id, ...road } }] };
  return armed(bench, list, id, { road: road!, mill: mill! });
}

/** Somebody who has the thing: a hero or a creature that can refer to its kind. */
function armed(
  bench: Bench,
  list: string,
  id: string,
  { road, mill }: { road: Table; mill: Table },
): { edits: Edit[]; who: string } | null {
  const kind = bench.forms.kindOf(list);
  for (const who of ['hero', 'creature']) {
    const fields = bench.forms.table([who], bench.document)?.fields ?? [];
    const field = fields.find(({ forms, items }) =>
      [...forms, ...(items ?? [])].some((form) => form.is === 'reference' && form.to === kind),
    );
    const bearer = bench.things.find((thing: Thing) => thing.list === who && field && field.key in thing.fields);
    if (!field || !bearer) continue;
    const several = field.items?.some((form) => form.is === 'reference');
    const before = bearer.fields[field.key];
    const held: Json = several ? [id, ...(Array.isArray(before) ? (before as Json[]).slice(1) : [])] : id;
    const [at, path] = who === 'hero' ? [road, ['party', 0]] : [mill, ['foes', 0]];
    const value: Table = { [who]: bearer.id, ...at, with: { [field.key]: held } };
    return { who: bearer.id, edits: [{ op: 'set', path, value }] };
  }
  return null;
}
