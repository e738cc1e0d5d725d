import { describe, expect, it } from 'vitest';
import { files, present } from '../icons.mjs';
import { iconFor } from '../src/icons/find';
import { asMarkdown, asText } from '../src/log/export';
import { labels, type Drawn } from '../src/map/places';
import { foggy } from '../src/map/squares';
import { length, sorted } from '../src/start/words';
import type { LogLine, Offer, SquaresView, Token } from '../src/types';

describe('pictures', () => {
  it('are those that content names, and no others', () => {
    expect(present()).toEqual(files());
  });
  it('are found by an id, or by a word in it', () => {
    expect(iconFor('goblin-2')).toBe(iconFor('goblin'));
    expect(iconFor('attack short-sword')).toBe(iconFor('sword'));
    expect(iconFor('xyzzy plugh-3')).toBeNull();
  });
});

describe('the log for elsewhere', () => {
  const line = (tone: LogLine['tone'], text: string): LogLine => ({
    step: 0,
    text,
    parts: [],
    tone,
    about: [],
    rule: null,
  });
  const lines = [line('round', 'Round 1'), line('plain', 'd20 [14] + 3 = 17: *hit*')];
  it('is plain text', () => {
    expect(asText('The ford', lines)).toBe('The ford\n========\n\nRound 1\n  d20 [14] + 3 = 17: *hit*\n');
  });
  it('is Markdown in which nothing is taken for a sign', () => {
    expect(asMarkdown('The ford', lines)).toBe('# The ford\n\n\n## Round 1\n\n- d20 \\[14\\] + 3 = 17: \\*hit\\*\n');
  });
});

describe('names under tokens', () => {
  const drawn = (...at: [string, number][]) =>
    ({
      standing: at.map(([name, x], who) => ({ token: { who, name } as Token, x, y: 0, r: 20 })),
    }) as unknown as Drawn;
  it('are whole while there is room', () => {
    expect([...labels(drawn(['Bartholomew', 0], ['Ysolde', 200])).values()]).toEqual([['Bartholomew'], ['Ysolde']]);
  });
  it('take the room that a short neighbour leaves, or two lines where nobody stands below', () => {
    expect(labels(drawn(['Stone ogre', 0], ['Ox', 60])).get(0)).toEqual(['Stone ogre']);
    expect(labels(drawn(['Goblin shaman', 0], ['Goblin 5', 60])).get(0)).toEqual(['Goblin', 'shaman']);
  });
  it('are cut where others stand close on all sides, with the number kept', () => {
    const crowd = drawn(['Goblin shaman 12', 0], ['Goblin 5', 60], ['Goblin 6', 0]);
    crowd.standing[2]!.y = 60;
    const [name, ...more] = labels(crowd).get(0)!;
    expect(name).toMatch(/^Gob\w*… 12$/);
    expect(name!.length * 6.4).toBeLessThan(66);
    expect(more).toEqual([]);
    // Of a name that says no more than the letters on the token, nothing is written.
    expect(labels(crowd, 0.6).get(0)).toEqual([]);
  });
});

describe('fog', () => {
  const map = { cells: ['..?', '...'], fog: ['??.', '...'] } as unknown as SquaresView;
  it('hides what nobody sees now', () => {
    expect(foggy(map)).toEqual(['???', '...']);
  });
  it('does not cover the whole map when it is over, or when nobody looks', () => {
    expect(foggy(map, true)).toEqual(['..?', '...']);
    expect(foggy({ ...map, fog: ['???', '???'] })).toEqual(['..?', '...']);
  });
});

describe('the start page', () => {
  const offer = (title: string, kind: string, people: number, difficulty: number | null) =>
    ({ title, kind, heroes: Array(people).fill('x'), foes: [], difficulty }) as unknown as Offer;
  const list = [offer('c', 'fight', 9, 0.1), offer('a', 'adventure', 3, null), offer('b', 'fight', 4, 0.6)];
  it('sorts by length and by difficulty', () => {
    expect(sorted(list, 'length').map(({ title }) => title)).toEqual(['b', 'c', 'a']);
    expect(sorted(list, 'difficulty').map(({ title }) => title)).toEqual(['c', 'b', 'a']);
    expect(length(list[1]!).words).toBe('an evening');
  });
});
