/** The dice that lie on the table: each throw stays long enough to be read, whatever happens meanwhile. */
import type { LogLine, Rolled, Who } from '../types';
import { rollsOf } from './rolls';

export interface Throw {
  key: number;
  who: Who | null;
  rolls: Rolled[];
}

/** How long somebody needs to read them; one's own are looked at longer. */
const [OWN, OTHER, EACH] = [3600, 2400, 150];
const MAX_ROLLS = 3;

export class Throws {
  list: Throw[] = $state.raw([]);
  #last = 0;

  /** Lays out the dice of new lines, beside whoever each line is about. Newer dice of the same one replace them. */
  take(lines: LogLine[], own: Who[], pace: number): void {
    const found = new Map<Who | null, Rolled[]>();
    for (const line of lines) {
      const rolls = rollsOf(line).filter((roll) => roll.dice.length > 0);
      const who = line.about[0] ?? null;
      if (rolls.length) found.set(who, [...(found.get(who) ?? []), ...rolls]);
    }
    for (const [who, rolls] of found) this.#lay(who, rolls.slice(-MAX_ROLLS), own, pace);
  }

  #lay(who: Who | null, rolls: Rolled[], own: Who[], pace: number): void {
    const thrown = { key: ++this.#last, who, rolls };
    this.list = [...this.list.filter((one) => one.who !== who), thrown];
    const dice = rolls.reduce((sum, roll) => sum + roll.dice.length, 0);
    const stay = (who !== null && own.includes(who) ? OWN : OTHER) + EACH * dice;
    setTimeout(() => (this.list = this.list.filter((one) => one !== thrown)), stay * pace);
  }

  clear(): void {
    this.list = [];
  }
}
