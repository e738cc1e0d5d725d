import { describe, expect, it } from 'vitest';
import { backoff, freshId } from '../src/live';
import { diceOf, parts } from '../src/log/dice';
import { hint, sketch } from '../src/map/hints';
import { marksFor, monogram } from '../src/marks';
import { ago, difficulty, foes } from '../src/start/words';
import { fixture } from './fixtures';

describe('dice in the log', () => {
  it('are read out of the arithmetic', () => {
    const line = 'Brakk strikes at Goblin (sword): d20 [14] + 4 = 18 against AC 13: hit';
    expect(diceOf(line)).toEqual([{ sides: 20, face: 14 }]);
    expect(
      parts(line)
        .map((part) => ('text' in part ? part.text : part.roll))
        .join('|'),
    ).toBe('Brakk strikes at Goblin (sword): |d20| + 4 = 18 against AC 13: hit');
    expect(diceOf('2d12!>=9 [8, 1] = 0')).toEqual([
      { sides: 12, face: 8 },
      { sides: 12, face: 1 },
    ]);
    expect(diceOf('d% [100] = 100')[0]?.sides).toBe(100);
    expect(diceOf('nobody rolls')).toEqual([]);
  });
  it('lose no letter of any line of a real fight', () => {
    for (const { text } of [...fixture('delve').log, ...fixture('ardor').log]) {
      const back = parts(text)
        .map((part) => ('text' in part ? part.text : `${part.roll} [${part.dice.map((die) => die.face).join(', ')}]`))
        .join('');
      expect(back).toBe(text);
    }
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

describe('hints', () => {
  it('go by tags before names', () => {
    expect(hint({ name: 'The ford', tags: ['fast water'] })).toBe('water');
    expect(hint({ name: 'Water butts', tags: ['embers'] })).toBe('fire');
    expect(hint({ name: 'Nowhere', tags: [] })).toBe('open');
  });
  it('are drawn the same each time', () => {
    expect(sketch('trees', 'copse', 200, 150)).toEqual(sketch('trees', 'copse', 200, 150));
  });
});

describe('the start page', () => {
  it('says how hard a fight is', () => {
    expect(difficulty(0.02)).toEqual({ pips: 1, words: 'gentle' });
    expect(difficulty(1)).toEqual({ pips: 5, words: 'desperate' });
    expect(difficulty(null).pips).toBe(0);
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
  it('waits longer each time, up to a limit, and never in step', () => {
    expect(backoff(0, 0.5)).toBe(250);
    expect(backoff(3, 0.5)).toBe(2000);
    expect(backoff(30, 0.5)).toBe(8000);
    expect(backoff(3, 0)).toBeLessThan(backoff(3, 1));
  });
  it('gives every message an id of its own', () => {
    expect(new Set(Array.from({ length: 100 }, freshId)).size).toBe(100);
    expect(freshId().length).toBeLessThanOrEqual(64);
  });
});
