/** The moments of a fight, fetched in pages as the time line comes to them. */
import * as api from '../api';
import type { Moment } from '../types';

/** Few at a time: a view can be large. */
const PAGE = 12;

export class Moments {
  steps: number | null = $state(null);
  at = $state(0);
  failed = $state('');
  #kept: Map<number, Moment> = $state.raw(new Map());
  #asked = new Set<number>();
  now: Moment | null = $derived(this.#kept.get(this.at) ?? null);
  /** What is shown while the moment asked for is on its way: the nearest that is here. */
  shown: Moment | null = $derived.by(() => {
    for (let away = 0; away <= (this.steps ?? 0); away++) {
      const near = this.#kept.get(this.at - away) ?? this.#kept.get(this.at + away);
      if (near) return near;
    }
    return null;
  });

  constructor(
    readonly table: string,
    readonly token: string,
  ) {
    void this.#begin();
  }

  /** How many there are; then the last, which is where one starts to look back. */
  async #begin(): Promise<void> {
    try {
      const { steps } = await api.moments(this.table, this.token, 0, 0);
      this.steps = steps;
      this.go(steps);
    } catch (error) {
      this.failed = (error as Error).message;
    }
  }

  async #fetch(page: number): Promise<void> {
    if (page < 0 || page * PAGE > (this.steps ?? 0) || this.#asked.has(page)) return;
    this.#asked.add(page);
    try {
      const got = await api.moments(
        this.table,
        this.token,
        page * PAGE,
        Math.min((page + 1) * PAGE - 1, this.steps ?? 0),
      );
      this.#kept = new Map([...this.#kept, ...got.moments.map((moment) => [moment.step, moment] as const)]);
      this.failed = '';
    } catch (error) {
      this.#asked.delete(page);
      this.failed = (error as Error).message;
    }
  }

  go(step: number): void {
    this.at = Math.max(0, Math.min(this.steps ?? 0, step));
    const page = Math.floor(this.at / PAGE);
    void this.#fetch(page);
    void this.#fetch(page + 1);
    void this.#fetch(page - 1);
  }
}
