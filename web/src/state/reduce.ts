/** What a message from the server makes of what the page knows. Pure; it knows no rule and no screen. */
import { spoken } from '../log/rolls';
import type { Odds, State } from '../types';
import type { LogLine, Stakes } from '../types';

export interface Known {
  state: State | null;
  /** All of the log that this seat has seen. */
  log: LogLine[];
  /** How many lines of it are new since the last state. */
  fresh: number;
  /** By the text form of choices, for the present position. */
  odds: Map<string, Stakes>;
}

export const NOTHING: Known = { state: null, log: [], fresh: 0, odds: new Map() };

export function onState(known: Known, state: State): Known {
  // What arrives late after a reconnection is older than what is on the screen.
  if (known.state && state.revision < known.state.revision) return known;
  const kept = known.log.filter((line) => line.step < state.lines_from);
  const log = [...kept, ...state.lines.filter(({ tone }) => tone !== 'aside').map(spoken)];
  const odds = known.state?.position === state.position ? known.odds : new Map<string, Stakes>();
  const next = { state, log, fresh: 0, odds };
  return { ...next, fresh: news(known, next) };
}

/** How many lines of a log are new to somebody who has seen another. */
export function news(seen: Known, now: Known): number {
  return seen.state === null ? 0 : now.log.length - common(seen.log, now.log);
}

/** How many lines two logs begin with alike. */
function common(a: LogLine[], b: LogLine[]): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at]!.text === b[at]!.text && a[at]!.step === b[at]!.step) at++;
  return at;
}

export function onOdds(known: Known, message: Odds): Known {
  if (known.state?.position !== message.position) return known;
  const odds = new Map(known.odds);
  for (const { text, stakes } of message.odds) odds.set(text, stakes);
  return { ...known, odds };
}
