import { describe, expect, it } from 'vitest';
import { nearer, plan } from '../src/choices/plan';
import type { ChoiceView, Stakes, TableView, Token } from '../src/types';

const zones = ['bank', 'ford', 'copse'].map((id, x) => ({ id, name: id, at: [x, 0], tags: [], exit: false }));
const token = (who: number, side: string, place: string) =>
  ({ who, name: `T${who}`, side, place, status: 'up' }) as Token;
const choice = (who: number, id: string, more: Partial<ChoiceView> = {}): ChoiceView =>
  ({
    text: `${who} ${id} ${(more.targets ?? []).join()}${more.to ?? ''}`,
    who,
    deed: { id, title: id, effect: '' },
    role: 'act',
    label: id,
    tab: 'action',
    targets: [],
    to: null,
    warnings: [],
    cost: null,
    ...more,
  }) as ChoiceView;
const view = (choices: ChoiceView[], gauges: { id: string }[] = []): TableView =>
  ({
    map: { kind: 'zones', zones, links: [{ a: 0, b: 1 }, { a: 1, b: 2 }], sight: [] }, // prettier-ignore
    tokens: [0, 1, 2, 3].map((who) => token(who, who < 2 ? 'heroes' : 'monsters', who < 2 ? 'bank' : 'copse')),
    choices,
    gauges,
  }) as unknown as TableView;
const stakes = (swing: number, drops: [number, number][] = []): Stakes =>
  ({ swing, drops: drops.map(([who, p]) => ({ who, p })), chance: { p: 0.5, means: 'hits' } }) as Stakes;
const odds = (known: Record<string, Stakes>) => (one: ChoiceView) => known[one.text];

describe('a plan for all', () => {
  const strike = (who: number, whom: number) => choice(who, 'strike', { targets: [whom] });
  it('proposes what is worth most, a line each', () => {
    const all = [strike(0, 2), strike(0, 3), choice(0, 'guard'), strike(1, 3)];
    const known = {
      '0 strike 2': stakes(1),
      '0 strike 3': stakes(2),
      '0 guard ': stakes(0.5),
      '1 strike 3': stakes(1),
    };
    const lines = plan(view(all), [0, 1], new Map(), odds(known));
    expect(lines.map(({ choice: { text }, why }) => [text, why])).toEqual([
      ['0 strike 3', 'best'],
      ['1 strike 3', 'best'],
    ]);
  });
  it('proposes the same again, or the same at another, as long as that is not much worse', () => {
    const all = [strike(0, 2), strike(0, 3), choice(0, 'hurl', { targets: [2] })];
    const known = { '0 strike 2': stakes(1), '0 strike 3': stakes(1.2), '0 hurl 2': stakes(1.4) };
    const again = (last: ChoiceView) => plan(view(all), [0], new Map([[0, last]]), odds(known))[0]!;
    expect(again(strike(0, 2))).toMatchObject({ choice: { text: '0 strike 2' }, why: 'again' });
    expect(again(strike(0, 9))).toMatchObject({ choice: { text: '0 strike 3' }, why: 'again' });
    const poor = odds({ ...known, '0 strike 2': stakes(0.2), '0 strike 3': stakes(0.3) });
    expect(plan(view(all), [0], new Map([[0, strike(0, 2)]]), poor)[0]).toMatchObject({
      choice: { text: '0 hurl 2' },
      why: 'best',
    });
  });
  it('sends the second at another where the first has probably dropped one', () => {
    const all = [strike(0, 2), strike(0, 3), strike(1, 2), strike(1, 3)];
    const two = (p: number) => stakes(2, [[2, p]]);
    const known = { '0 strike 2': two(0.9), '0 strike 3': stakes(1), '1 strike 2': two(0.9), '1 strike 3': stakes(1) };
    const lines = plan(view(all), [0, 1], new Map(), odds(known));
    expect(lines.map(({ choice: { targets } }) => targets)).toEqual([[2], [3]]);
  });
  it('goes nearer where nothing is worth doing, but not past blades, nor where the fight has a goal', () => {
    const ford = choice(0, 'go', { role: 'move', to: 'ford' });
    expect(plan(view([ford]), [0], new Map(), odds({}))).toMatchObject([{ choice: { to: 'ford' }, why: 'nearer' }]);
    expect(nearer(view([{ ...ford, warnings: ['A blow follows.'] }]), 0)).toBeUndefined();
    expect(nearer(view([{ ...ford, to: 'bank' }]), 0)).toBeUndefined();
    expect(nearer(view([ford], [{ id: 'goal-1' }]), 0)).toBeUndefined();
  });
  it('has no line for somebody who can do nothing sensible', () => {
    expect(plan(view([choice(0, 'guard')]), [0, 1], new Map(), odds({ '0 guard ': stakes(0) }))).toEqual([]);
  });
});
