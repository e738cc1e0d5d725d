import { describe, expect, it } from 'vitest';
import { files, present } from '../icons.mjs';
import { iconFor } from '../src/icons/find';
import { asMarkdown, asText } from '../src/log/export';
import { labels } from '../src/map/names';
import { draw, type Drawn } from '../src/map/places';
import { foggy } from '../src/map/squares';
import { length, sorted } from '../src/start/words';
import type { BadgeMark, LogLine, Offer, SquaresView, Token } from '../src/types';
import { fixture } from './fixtures';

describe('pictures', () => {
  it('are those that content names, and no others', () => {
    expect(present()).toEqual(files());
  });
  it('are found by an id, or by a word in it', () => {
    expect(iconFor('goblin-2')).toBe(iconFor('goblin'));
    expect(iconFor('attack short-sword')).toBe(iconFor('sword'));
    expect(iconFor('xyzzy plugh-3')).toBeNull();
  });
  it('are there for every mark of a badge', () => {
    const marks: Record<BadgeMark, true> = {
      condition: true,
      gear: true,
      hidden: true,
      prone: true,
      stunned: true,
      asleep: true,
      held: true,
      poisoned: true,
      burning: true,
      guarding: true,
      aiming: true,
      heeding: true,
      intent: true,
      'face-down': true,
      leading: true,
      busy: true,
    };
    for (const mark of Object.keys(marks)) expect(iconFor(mark), mark).not.toBeNull();
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
  /** As wide as the letters of a broad face. */
  const broad = (words: string) => words.length * 0.6;
  const stand = (name: string, who: number, x: number, y = 0) => ({ token: { who, name } as Token, x, y, r: 20 });
  const written = (standing: Drawn['standing'], scale = 1) => labels({ standing, cards: [] }, broad, scale);
  const row = (...at: [string, number][]) => at.map(([name, x], who) => stand(name, who, x));

  it('are whole while there is room', () => {
    expect([...written(row(['Bartholomew', 0], ['Ysolde', 200])).values()]).toEqual([['Bartholomew'], ['Ysolde']]);
  });
  it('take the room that a short neighbour leaves, or two lines where nobody stands below', () => {
    expect(written(row(['Stone ogre', 0], ['Ox', 60])).get(0)).toEqual(['Stone ogre']);
    expect(written(row(['Goblin shaman', 0], ['Goblin 5', 60])).get(0)).toEqual(['Goblin', 'shaman']);
  });
  it('are cut where others stand close on all sides, with the number kept', () => {
    const crowd = [...row(['Goblin shaman 12', 0], ['Goblin 5', 64]), stand('Goblin 6', 2, 0, 76)];
    const [name, ...more] = written(crowd).get(0)!;
    expect(name).toMatch(/^Gob\w*… 12$/);
    expect(more).toEqual([]);
    // Of a name that says no more than the letters on the token, nothing is written.
    expect(written(crowd, 0.6).get(0)).toEqual([]);
  });
  it('lie neither over each other nor over a token nor beyond the card, at any scale', () => {
    const { view } = fixture('delve');
    const names = ['Lindworm', 'Razor boar 1', 'Razor boar 2', 'Brother Pell', 'Juna', 'Old Mother Tansy', 'Ossa'];
    view.tokens.forEach((token, n) => (token.name = names[n % names.length]!));
    for (const one of [view, { ...view, tokens: view.tokens.map((token) => ({ ...token, place: 'ford' })) }])
      for (const scale of [0.66, 0.8, 1, 1.6]) {
        const drawn = draw(one, 0, { width: 834, height: 670 });
        const boxes = boxesOf(drawn, labels(drawn, broad, scale), scale);
        expect(boxes.length, `at ${scale}`).toBeGreaterThan(2);
        for (const a of boxes) {
          for (const b of [...boxes, ...drawn.standing.map(discOf)])
            if (a.who !== b.who) expect(apart(a, b), `${JSON.stringify([a, b])} at ${scale}`).toBe(true);
          const card = drawn.cards.find(({ zone }) => zone.id === a.place)!;
          expect(a.left).toBeGreaterThan(card.x);
          expect(a.right).toBeLessThan(card.x + card.width);
          expect(a.bottom).toBeLessThan(card.y + card.height);
        }
      }
  });
  const apart = (a: Flat, b: Flat) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  type Flat = { left: number; right: number; top: number; bottom: number };
  const discOf = ({ token: { who }, x, y, r }: Drawn['standing'][0]) => ({
    who,
    ...{ left: x - r, right: x + r, top: y - r, bottom: y + r },
  });
  function boxesOf(drawn: Drawn, lines: ReturnType<typeof labels>, scale: number) {
    const size = 12 * Math.max(1, 1 / scale);
    return drawn.standing.flatMap(({ token: { who, place }, x, y, r }) => {
      const written = lines.get(who)!;
      if (!written.length) return [];
      const half = (Math.max(...written.map((line) => broad(line))) * size) / 2;
      const top = y + r + 8;
      return [{ who, place, left: x - half, right: x + half, top, bottom: top + written.length * 1.15 * size }];
    });
  }
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
