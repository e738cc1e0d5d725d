import { describe, expect, it } from 'vitest';
import { backoff, freshId } from '../src/live';
import { diceOf, signed, sumWords } from '../src/log/rolls';
import { sketch } from '../src/map/sketch';
import { marksFor, monogram } from '../src/marks';
import { ago, difficulty, foes, winRate } from '../src/start/words';
import type { LogLine, Rolled } from '../src/types';
import { fixture } from './fixtures';

const roll: Rolled = {
  text: '2d20 [14, 3] + 4 = 18',
  pool: '2d20',
  dice: [
    { sides: 20, face: 14, kept: true },
    { sides: 20, face: 3, kept: false },
  ],
  added: 4,
  modifiers: [
    { name: 'strength', value: 5 },
    { name: 'dusk', value: -1 },
  ],
  total: 18,
  target: { name: 'armour', value: 13, under: false },
  success: true,
};

describe('rolls in the log', () => {
  it('give their dice, whatever the words around them say', () => {
    const line = (words: string): LogLine => ({
      step: 0,
      text: '',
      parts: [{ text: words }, { roll }],
      tone: 'plain',
      about: [2],
      rule: null,
    });
    expect(diceOf([line('Brakk strikes: d6 [2], then'), line('zzz')])).toEqual([...roll.dice, ...roll.dice]);
    expect(diceOf([{ ...line(''), parts: [{ text: 'd20 [14] + 4 = 18' }] }])).toEqual([]);
  });
  it('say what was added and why, and what had to be reached', () => {
    expect(sumWords(roll)).toBe('strength + 5, dusk − 1, armour 13 or more');
    expect(sumWords({ ...roll, modifiers: [], target: { name: 'skill', value: 9, under: true } })).toBe(
      'skill 9 or less',
    );
    expect(sumWords({ ...roll, modifiers: [], target: null })).toBeUndefined();
    expect([signed(0), signed(3), signed(-2)]).toEqual(['', ' + 3', ' − 2']);
  });
});

describe('marks', () => {
  it('have monograms that do not repeat', () => {
    for (const name of ['delve', 'ardor'] as const) {
      const marks = [...marksFor(fixture(name).view.tokens).values()].map((mark) => mark.monogram);
      expect(new Set(marks).size).toBe(marks.length);
    }
    expect(monogram('Goblin 3')).toBe('G3');
    expect(monogram('Cult priest')).toBe('Cp');
    expect(monogram('')).toBe('?');
  });
  it('give heroes a colour and a shape each', () => {
    const { tokens } = fixture('delve').view;
    const marks = marksFor(tokens);
    const heroes = tokens.filter((token) => token.side === 'heroes').map((token) => marks.get(token.who)!);
    expect(new Set(heroes.map((mark) => mark.fill)).size).toBe(heroes.length);
    expect(new Set(heroes.map((mark) => mark.shape)).size).toBe(heroes.length);
  });
});

describe('pictures', () => {
  it('are drawn the same each time, and each in its own way', () => {
    expect(sketch('trees', 'copse', 200, 150)).toEqual(sketch('trees', 'copse', 200, 150));
    expect(sketch('trees', 'copse', 200, 150)).not.toEqual(sketch('water', 'copse', 200, 150));
  });
});

describe('the start page', () => {
  it('says how hard a fight is', () => {
    expect(difficulty(0.02)).toEqual({ pips: 1, words: 'gentle' });
    expect(difficulty(1)).toEqual({ pips: 5, words: 'desperate' });
    expect(difficulty(null).pips).toBe(0);
    const wins = { easy: 0.951, normal: 0.5, hard: null, brutal: null };
    expect(winRate(wins, 'easy')).toBe('heroes win 95 %');
    expect(winRate(wins, 'hard')).toBe('');
    expect(winRate(null, 'easy')).toBe('');
  });
  it('counts foes by kind', () => {
    expect(foes(['Goblin 1', 'Goblin 2', 'Goblin shaman'])).toBe('Goblin ×2, Goblin shaman');
    expect(foes([])).toBe('nobody in sight');
  });
  it('says how long ago', () => {
    expect(ago(0, 20_000)).toBe('just now');
    expect(ago(0, 3 * 3_600_000)).toBe('3 h ago');
  });
});

describe('the connection', () => {
  it('tries at once, and four times within a second', () => {
    expect(backoff(0, 1)).toBe(0);
    expect([0, 1, 2, 3].reduce((sum, tries) => sum + backoff(tries, 1), 0)).toBeLessThan(1000);
  });
  it('waits longer each time after that, up to a limit, and never in step', () => {
    expect([4, 5, 6, 7].map((tries) => backoff(tries, 0.5))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoff(30, 0.5)).toBe(8000);
    expect(backoff(3, 0)).toBeLessThan(backoff(3, 1));
  });
  it('gives every message an id of its own', () => {
    expect(new Set(Array.from({ length: 100 }, freshId)).size).toBe(100);
    expect(freshId().length).toBeLessThanOrEqual(64);
  });
});
