import { describe, expect, it } from 'vitest';
import { NOTHING, onOdds, onState } from '../src/state/reduce';
import type { LogLine, State } from '../src/types';
import { fixture } from './fixtures';

const line = (step: number, text: string): LogLine => ({
  step,
  text,
  parts: [{ text }],
  tone: 'plain',
  about: [],
  rule: null,
});
const state = (change: Partial<State>): State => ({
  revision: 1,
  position: 1,
  steps: 1,
  name: 't',
  mode: 'solo',
  view: fixture('delve').view,
  lines_from: 0,
  lines: [],
  undo: 'free',
  redo: false,
  may_undo: { ok: true, why: null, back_to: null },
  seat: { id: 1, kind: 'player', name: 'p', controls: [0], host: true },
  seats: [],
  minds: [],
  pace: 700,
  difficulty: 'normal',
  explains: false,
  bar: 'nobody',
  waits: null,
  meant: null,
  paused: false,
  closed: false,
  dice: 'program',
  standing: [],
  habits: [],
  changed: null,
  wanted: null,
  gifts: [],
  encounters: [],
  bonds: [],
  pictures: [],
  veiled: { who: [], zones: [] },
  premise: { about: '', goal: null },
  hands: [],
  ...change,
});

describe('what the page knows', () => {
  it('appends the lines that are new and counts them', () => {
    const first = onState(NOTHING, state({ lines: [line(0, 'a'), line(0, 'b')] }));
    expect(first.fresh).toBe(0);
    const next = onState(first, state({ revision: 2, position: 2, lines_from: 1, lines: [line(1, 'c')] }));
    expect(next.log.map((one) => one.text)).toEqual(['a', 'b', 'c']);
    expect(next.fresh).toBe(1);
  });
  it('leaves out lines that say nothing', () => {
    const aside: LogLine = { ...line(0, 'Brakk is done'), tone: 'aside' };
    expect(onState(NOTHING, state({ lines: [line(0, 'a'), aside] })).log.map((one) => one.text)).toEqual(['a']);
  });
  it('throws away what was taken back', () => {
    const first = onState(NOTHING, state({ lines: [line(0, 'a'), line(1, 'b')] }));
    const undone = onState(first, state({ revision: 2, position: 3, lines_from: 1, lines: [] }));
    expect(undone.log.map((one) => one.text)).toEqual(['a']);
    expect(undone.fresh).toBe(0);
  });
  it('does not count lines that are only sent again after a reconnection', () => {
    const first = onState(NOTHING, state({ lines: [line(0, 'a')] }));
    const again = onState(first, state({ revision: 5, lines: [line(0, 'a'), line(1, 'b')] }));
    expect(again.fresh).toBe(1);
  });
  it('ignores a state that is older than the one on the screen', () => {
    const first = onState(NOTHING, state({ revision: 7 }));
    expect(onState(first, state({ revision: 6, position: 9 }))).toBe(first);
  });
  it('takes odds for the present position only, and keeps them while it stays', () => {
    const stakes = fixture('delve').view.choices[0]!.odds!;
    const first = onState(NOTHING, state({ position: 4 }));
    expect(onOdds(first, { position: 3, odds: [{ text: 'x', stakes }] }).odds.size).toBe(0);
    const known = onOdds(first, { position: 4, odds: [{ text: 'x', stakes }] });
    expect(known.odds.get('x')).toBe(stakes);
    expect(onState(known, state({ revision: 2, position: 4 })).odds.size).toBe(1);
    expect(onState(known, state({ revision: 2, position: 5 })).odds.size).toBe(0);
  });
});
