import { describe, expect, it } from 'vitest';
import { cut, deeds, endsTurn, names, quietDeeds } from '../src/choices/group';
import { bars, inWords, mainSpread, percent, sentences, short, spreadWords } from '../src/choices/words';
import type { Stakes } from '../src/types';
import { fixture } from './fixtures';

const delve = fixture('delve').view;

describe('deeds', () => {
  it('gather choices that differ only in their aim, and lose none', () => {
    const mine = delve.choices.filter((choice) => choice.tab === 'action');
    const found = deeds(mine, delve.map, delve.tokens);
    expect(found.flatMap((deed) => deed.aims).length).toBe(mine.length);
    expect(found.length).toBeLessThan(mine.length);
    const spear = found.find((deed) => deed.title === 'Throw spear at');
    expect(spear?.aims.map((aim) => aim.name)).toEqual(['Troll', 'Wolf 1', 'Wolf 2', 'Wolf 3']);
  });
  it('do not take Wolf 1 for part of Wolf 12', () => {
    expect(cut('Strike Wolf 12 (sword)', 'Wolf 1')).toBeNull();
    expect(cut('Strike Wolf 12 (sword)', 'Wolf 12')).toBe('Strike … (sword)');
    expect(cut('Throw spear at Troll', 'Troll')).toBe('Throw spear at');
  });
  it('say once what cannot be done, and not what can', () => {
    const who = delve.choices[0]!.who;
    const offered = deeds(
      delve.choices.filter((choice) => choice.who === who),
      delve.map,
      delve.tokens,
    );
    const quiet = quietDeeds(delve.quiet, who, offered, names(delve.map, delve.tokens));
    expect(new Set(quiet.map((item) => item.title)).size).toBe(quiet.length);
    expect(quiet.length).toBeLessThan(delve.quiet.length);
    for (const item of quiet) expect(offered.some((deed) => deed.title === item.title)).toBe(false);
  });
  it('are one deed for all squares of a grid, whatever each costs', () => {
    const { view } = fixture('ranks');
    const moves = view.choices.filter((choice) => choice.tab === 'move' && choice.to !== null);
    const found = deeds(moves, view.map, view.tokens).filter((deed) => deed.title === 'Move to');
    expect(found.length).toBe(1);
    expect(found[0]!.aims.length).toBe(view.map.kind === 'squares' ? view.map.reach.length : 0);
  });
  it('know what ends a turn', () => {
    expect(delve.choices.filter(endsTurn).every((choice) => choice.text.endsWith('done'))).toBe(true);
    expect(delve.choices.some(endsTurn)).toBe(true);
  });
});

describe('odds in words', () => {
  it('round without lying about certainty', () => {
    expect(percent(0.449999)).toBe('45%');
    expect(percent(0.999)).toBe('>99%');
    expect(percent(0.001)).toBe('<1%');
    expect(percent(1)).toBe('100%');
    expect(percent(0)).toBe('0%');
  });
  it('find fractions that people remember', () => {
    expect(inWords(0.5)).toBe('1 in 2');
    expect(inWords(0.66)).toBe('2 in 3');
    expect(inWords(0.25)).toBe('1 in 4');
    expect(inWords(1)).toBe('certain');
    expect(inWords(0.99)).toBe('nearly certain');
    expect(inWords(0.01)).toBe('hardly ever');
  });
  it('say what the choice of a real fight means', () => {
    const spear = delve.choices.find((choice) => choice.text === 'oda throw troll spear')!;
    const said = sentences(spear.odds!, delve.tokens, spear.who);
    expect(said[0]).toBe('Hits 45% of the time: 9 in 20.');
    expect(said[1]).toBe('The other side loses 1.6 on average, 0 to 6.');
    expect(short(spear.odds, spear.who)).toEqual({ chance: '45%', extra: 'deals 1.6' });
  });
  it("warn of one's own fall and name that of others", () => {
    const spread = { mean: 0, least: 0, most: 0, values: [[0, 1]] as [number, number][] };
    const stakes: Stakes = {
      drops: [
        { who: 1, p: 0.2 },
        { who: 4, p: 0.5 },
      ],
      harm: spread,
      loss: spread,
      gain: spread,
      exact: false,
      assumes: ['Troll parries'],
    };
    expect(sentences(stakes, delve.tokens, 1)).toEqual([
      'You fall 20% of the time.',
      'Troll falls 50% of the time.',
      'Estimated: there are too many outcomes to count.',
      'Assumes: Troll parries.',
    ]);
    expect(short(stakes, 1).extra).toBe('drops 50%');
    expect(mainSpread(stakes)).toBeNull();
  });
  it('leave out an aim that is out of reach where something else comes of it', () => {
    const none = { mean: 0, least: 0, most: 0, values: [[0, 1]] as [number, number][] };
    const harm = {
      mean: 3,
      least: 2,
      most: 4,
      values: [
        [2, 0.5],
        [4, 0.5],
      ] as [number, number][],
    };
    const stakes: Stakes = {
      chance: { p: 0, means: 'hits fully' },
      drops: [{ who: 1, p: 0.2 }],
      harm,
      loss: none,
      gain: none,
      exact: true,
      assumes: [],
    };
    expect(short(stakes, 1)).toEqual({ chance: null, extra: 'deals 3' });
    expect(sentences(stakes, delve.tokens, 1)).toEqual([
      'The other side loses 3 on average, 2 to 4.',
      'You fall 20% of the time.',
      'It never hits fully.',
    ]);
    // Where nothing else comes of it, the nought is what matters.
    expect(short({ ...stakes, harm: none }, 1).chance).toBe('0%');
    expect(sentences({ ...stakes, harm: none }, delve.tokens, 1)[0]).toBe('Hits fully 0% of the time: impossible.');
  });
  it('draw bars that add up', () => {
    const values = Array.from({ length: 60 }, (_, n) => [n, 1 / 60] as [number, number]);
    const list = bars({ mean: 29.5, least: 0, most: 59, values }, 24);
    expect(list.length).toBeLessThanOrEqual(24);
    expect(list.reduce((sum, bar) => sum + bar.p, 0)).toBeCloseTo(1);
    expect(spreadWords({ mean: 3, least: 3, most: 3, values: [[3, 1]] })).toBe('3');
  });
  it('takes a square and its price for an aim of what cannot be done', () => {
    const quiet = [
      { who: 0, label: 'Move to 0,6 for ?', why: 'there is a wall', rule: 'RANKS-M1' },
      { who: 0, label: 'Move to 1,6 for ?', why: 'there is a wall', rule: 'RANKS-M1' },
    ];
    expect(quietDeeds(quiet, 0, [], []).map((deed) => deed.title)).toEqual(['Move to']);
  });
});
