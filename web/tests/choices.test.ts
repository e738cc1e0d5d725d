import { describe, expect, it } from 'vitest';
import { begins, deeds, departs, endsTurn, quietDeeds, stands } from '../src/choices/group';
import {
  bars,
  exchange,
  figures,
  inWords,
  mainSpread,
  modifierWords,
  percent,
  rollWords,
  sentences,
  short,
  spreadWords,
} from '../src/choices/words';
import { obvious, ranked } from '../src/choices/worth';
import type { ChoiceView, MapView, Quiet, Role, Rolled, Spread, Stakes, Token } from '../src/types';
import { fixture } from './fixtures';

const delve = fixture('delve').view;
const HP = { one: 'hit point', many: 'hit points', short: 'hp' };

const map: MapView = {
  kind: 'zones',
  zones: ['hall', 'yard'].map((id, x) => ({
    id,
    name: `The ${id}`,
    tags: [],
    at: [x, 0],
    exit: false,
    picture: 'open',
  })),
  links: [],
  sight: [],
};
const tokens = ['Brakk', 'Wolf 1', 'Wolf 12'].map(
  (name, who) => ({ who, name, side: who ? 'monsters' : 'heroes' }) as Token,
);
const choice = (text: string, id: string, change: Partial<ChoiceView> = {}): ChoiceView => ({
  text,
  who: 0,
  deed: { id, title: `Title of ${id}`, effect: '' },
  role: 'act',
  label: `Label of ${text}`,
  tab: 'action',
  targets: [],
  to: null,
  item: null,
  cost: null,
  warnings: [],
  aim: null,
  button: null,
  rule: null,
  odds: null,
  ...change,
});
const refusal = (id: string, change: Partial<Quiet> = {}): Quiet => ({
  who: 0,
  deed: { id, title: `Title of ${id}`, effect: '' },
  label: `Label of ${id}`,
  why: `no ${id}`,
  rule: null,
  sought: true,
  targets: [],
  to: null,
  ...change,
});

describe('deeds', () => {
  it('gather choices by what is done, however they are worded, and lose none', () => {
    const found = deeds(
      [
        choice('a', 'strike', { targets: [1], label: 'Strike Wolf 1' }),
        choice('b', 'guard', { label: 'Strike Wolf 1' }),
        choice('c', 'strike', { targets: [2], label: 'Hack at the other wolf' }),
        choice('d', 'strike', { who: 1, targets: [0] }),
      ],
      map,
      tokens,
    );
    expect(found.map((deed) => [deed.title, ...deed.aims.map((aim) => aim.choice.text)])).toEqual([
      ['Title of strike', 'a', 'c'],
      ['Title of guard', 'b'],
      ['Title of strike', 'd'],
    ]);
  });
  it('name an aim by whom, where and what; by the whole label where it has none', () => {
    const aims = deeds(
      [
        choice('a', 'x', { targets: [1, 2] }),
        choice('b', 'x', { targets: [2], to: 'yard', item: { id: 'axe', name: 'Axe' } }),
        choice('c', 'x', { to: 'hall' }),
        choice('d', 'x', { item: { id: 'axe', name: 'Axe' } }),
        choice('e', 'x', { targets: [99] }),
        choice('f', 'x', { targets: [1, 2, 1, 2], to: 'yard' }),
      ],
      map,
      tokens,
    ).flatMap((deed) => deed.aims.map((aim) => aim.name));
    expect(aims).toEqual([
      'Wolf 1, Wolf 12',
      'Wolf 12 → The yard · Axe',
      'The hall',
      'Axe',
      'Label of e',
      'The yard · 4 targets',
    ]);
  });
  it('are one deed for all squares of a grid, whatever each costs', () => {
    const unit = { one: 'step', many: 'steps', short: 'st' };
    const grid = ['0,1', '0,2', '1,1'].map((to, n) =>
      choice(to, 'move', { to, tab: 'move', cost: { amount: n + 1, unit } }),
    );
    const squares = { ...fixture('ranks').view.map } as MapView;
    const found = deeds(grid, squares, tokens);
    expect(found.map((deed) => deed.aims.map((aim) => aim.name))).toEqual([['0,1', '0,2', '1,1']]);
  });
  it('say once what a player would look for and cannot do, and nothing that makes no sense', () => {
    const quiet = [
      refusal('throw', { why: 'too far', sought: false }),
      refusal('throw', { why: 'no spear left' }),
      refusal('strike'),
      refusal('begin', { sought: false }),
      refusal('cast', { who: 1 }),
    ];
    expect(quietDeeds(quiet, 0, [choice('a', 'strike'), choice('b', 'cast', { who: 1 })])).toEqual([
      { title: 'Title of throw', why: 'no spear left', rule: null },
    ]);
  });
  it('begin, end and leave by their role, not by their words', () => {
    const all = (['begin', 'act', 'move', 'retreat', 'leave', 'answer', 'end-turn', 'aside'] as Role[]).map((role) =>
      choice('begin retreat leave end turn', 'x', { role, tab: 'turn', label: 'Leave: end the turn' }),
    );
    const roles = (what: (choice: ChoiceView) => boolean) => all.filter(what).map(({ role }) => role);
    expect(roles(begins)).toEqual(['begin']);
    expect(roles(endsTurn)).toEqual(['end-turn']);
    expect(roles(stands)).toEqual(['begin', 'end-turn']);
    expect(roles(departs)).toEqual(['retreat', 'leave']);
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
  it('say what success and failure bring', () => {
    const shot = delve.choices.find((choice) => choice.text === 'pell shoot goblin-3 short-bow')!;
    const nothing = { harm: 0, loss: 0, gain: 0 };
    const split = { success: { ...nothing, harm: 4.5 }, failure: { ...nothing, loss: 1 } };
    expect(sentences({ ...shot.odds!, split }, delve.tokens, shot.who, HP)).toEqual(
      expect.arrayContaining([
        'If so: the other side loses 4.5 hit points on average.',
        'If not: your side loses 1 hit point on average.',
      ]),
    );
    const miss = { ...split, failure: nothing };
    const said = sentences({ ...shot.odds!, split: miss }, delve.tokens, shot.who, HP);
    expect(said).toContain('If not: no harm is done.');
  });
  it('say what the choice of a real fight means', () => {
    const shot = delve.choices.find((choice) => choice.text === 'pell shoot goblin-3 short-bow')!;
    const said = sentences(shot.odds!, delve.tokens, shot.who, HP);
    expect(said[0]).toBe('Hits 55% of the time: 11 in 20.');
    expect(said[1]).toBe('The other side loses 1.6 hit points on average, 0 to 4.');
    expect(short({ ...shot.odds!, drops: [] }, shot.who, HP).extra).toBe('deals 1.6 hp');
    expect(short(shot.odds, shot.who, HP)).toEqual({ chance: '55%', extra: 'drops 27%' });
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
      struck: spread,
      aided: spread,
      swing: 0,
      exact: false,
      tries: 20_000,
      assumes: ['Goblin 1 parries'],
    };
    expect(sentences(stakes, delve.tokens, 1, HP)).toEqual([
      'You fall 20% of the time.',
      'Goblin 1 falls 50% of the time.',
      'Estimated, within about one point in a hundred: there are too many outcomes to count.',
      'Assumes: Goblin 1 parries',
    ]);
    expect(sentences({ ...stakes, tries: 1000, rough: true }, delve.tokens, 1, HP)).toContain(
      'Estimated, within about 5 points in a hundred: better odds follow.',
    );
    expect(short(stakes, 1, HP).extra).toBe('drops 50%');
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
      struck: none,
      aided: none,
      swing: 3,
      exact: true,
      assumes: [],
    };
    expect(short(stakes, 1, HP)).toEqual({ chance: null, extra: 'deals 3 hp' });
    expect(sentences(stakes, delve.tokens, 1, HP)).toEqual([
      'The other side loses 3 hit points on average, 2 to 4.',
      'You fall 20% of the time.',
      'It never hits fully.',
    ]);
    // Where nothing else comes of it, the nought is what matters.
    expect(short({ ...stakes, harm: none }, 1, HP).chance).toBe('0%');
    expect(sentences({ ...stakes, harm: none }, delve.tokens, 1, HP)[0]).toBe('Hits fully 0% of the time: impossible.');
  });
  it('draw bars that add up', () => {
    const values = Array.from({ length: 60 }, (_, n) => [n, 1 / 60] as [number, number]);
    const list = bars({ mean: 29.5, least: 0, most: 59, values }, 24);
    expect(list.length).toBeLessThanOrEqual(24);
    expect(list.reduce((sum, bar) => sum + bar.p, 0)).toBeCloseTo(1);
    expect(spreadWords({ mean: 3, least: 3, most: 3, values: [[3, 1]] }, HP)).toBe('3 hit points');
  });
});

describe('what choices are worth', () => {
  const spread = (...values: [number, number][]): Spread => ({
    mean: values.reduce((sum, [value, p]) => sum + value * p, 0),
    least: values[0]?.[0] ?? 0,
    most: values.at(-1)?.[0] ?? 0,
    values,
  });
  const none = spread([0, 1]);
  const odds = (change: Partial<Stakes>): Stakes => ({
    drops: [],
    harm: none,
    loss: none,
    gain: none,
    struck: none,
    aided: none,
    swing: 0,
    exact: true,
    assumes: [],
    ...change,
  });
  const hit = (p: number, harm: number) =>
    odds({ chance: { p, means: 'hits' }, harm: spread([0, 1 - p], [harm, p]), swing: p * harm });

  it('puts the best first, among deeds and among their targets, and folds what has no chance', () => {
    const stakes: Record<string, Stakes> = { a: hit(0.2, 4), b: hit(0.6, 4), c: hit(0, 4), d: hit(0.9, 6) };
    stakes['c'] = odds({ chance: { p: 0, means: 'hits' } });
    const rows = ranked(
      deeds(
        [
          choice('a', 'sword', { targets: [1] }),
          choice('b', 'sword', { targets: [2] }),
          choice('c', 'sword', { targets: [0] }),
          choice('d', 'bow', { targets: [1] }),
          choice('e', 'guard'),
        ],
        map,
        tokens,
      ),
      (one) => stakes[one.text],
    );
    expect(rows.map(({ deed, aims, folded }) => [deed.id, aims.map(({ key }) => key), folded.length])).toEqual([
      ['bow', ['1'], 0],
      ['sword', ['2', '1'], 1],
      ['guard', ['e'], 0],
    ]);
  });
  it('makes one row of all ways to the same target', () => {
    const item = (id: string) => ({ id, name: id });
    const [row] = ranked(
      deeds(
        [
          choice('a', 'cast', { targets: [1], to: 'hall', item: item('one') }),
          choice('b', 'cast', { targets: [1], to: 'yard', item: item('two') }),
          choice('c', 'cast', { targets: [2], to: 'yard', item: item('two') }),
        ],
        map,
        tokens,
      ),
      () => undefined,
    );
    expect(row!.aims.map(({ name, ways }) => [name, ways.map(({ way }) => way)])).toEqual([
      ['Wolf 1', ['The hall · one', 'The yard · two']],
      ['Wolf 12', ['The yard · two']],
    ]);
  });
  it('answers what goes without saying, and nothing else', () => {
    const two = [choice('block', 'block'), choice('dodge', 'dodge')];
    const loses = (p: number) => odds({ loss: spread([0, 1 - p], [3, p]), swing: -3 * p });
    const answer = (block: Stakes, dodge: Stakes | undefined, list = two) =>
      obvious(list, (one) => (one.text === 'block' ? block : dodge))?.text ?? null;
    expect(answer(loses(0.29), loses(0.83))).toBe('block');
    expect(answer(loses(0.8), loses(0.1))).toBe('dodge');
    expect(answer(loses(0.5), loses(0.5))).toBeNull();
    expect(answer(loses(0.29), undefined)).toBeNull();
    expect(answer({ ...loses(0.29), exact: false }, loses(0.83))).toBeNull();
    const unit = { one: 'slot', many: 'slots', short: 'sl' };
    expect(answer(loses(0.29), loses(0.83), [{ ...two[0]!, cost: { amount: 1, unit } }, two[1]!])).toBeNull();
    const warned = (...at: number[]) => two.map((one, n) => ({ ...one, warnings: at.includes(n) ? ['aimed'] : [] }));
    expect(answer(loses(0.29), loses(0.83), warned(0)), 'a warning of its own').toBeNull();
    expect(answer(loses(0.29), loses(0.83), warned(0, 1)), 'a warning whatever is done').toBe('block');
    expect(obvious([two[1]!], () => undefined)?.text).toBe('dodge');
    expect(obvious([], () => undefined)).toBeNull();
  });
  it('shows both sides of a blow that is answered, and names every modifier', () => {
    const both = odds({
      harm: spread([0, 0.4], [5, 0.6]),
      loss: spread([0, 0.75], [2, 0.25]),
      drops: [
        { who: 1, p: 0.3 },
        { who: 0, p: 0.05 },
      ],
    });
    expect(exchange(both, 0)).toEqual({
      mine: { chance: 0.6, mean: 3, most: 5, drops: 0.3 },
      theirs: { chance: 0.25, mean: 0.5, most: 2, drops: 0.05 },
    });
    expect(exchange(hit(0.5, 3), 0)).toBeNull();
    const roll: Rolled = {
      text: 'd20 + 3',
      pool: 'd20',
      dice: [],
      added: 3,
      modifiers: [{ name: 'blessed', value: 1 }],
      total: 0,
      target: { name: 'AC', value: 13, under: false },
      success: null,
    };
    expect(rollWords(roll)).toBe('d20 + 3 against AC 13');
    expect(modifierWords(roll)).toEqual(['blessed +1', 'skill +2']);
    expect(figures(both, 0, HP, { amount: 2, unit: HP })).toEqual({
      chance: '',
      harm: '3 hp',
      drops: '30%',
      cost: '2 hp',
    });
  });
});
