/** The review of a fight: asked for once, when somebody wants it. */
import * as api from '../api';
import type { Review } from '../types';

export class Reviewing {
  found: Review | null = $state.raw(null);
  working = $state(false);
  failed = $state('');

  constructor(
    readonly table: string,
    readonly token: string,
  ) {}

  async ask(): Promise<void> {
    if (this.found || this.working) return;
    [this.working, this.failed] = [true, ''];
    try {
      this.found = await api.review(this.table, this.token);
    } catch (error) {
      this.failed = api.said(error);
    }
    this.working = false;
  }
}
