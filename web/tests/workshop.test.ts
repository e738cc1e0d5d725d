import { describe, expect, it } from 'vitest';
import type { FieldForm, SystemForms, TableForm, ValueForm } from '../src/types';
import { blank, Forms, one, ordered } from '../src/workshop/forms';
import { edited, idFor, place, within, type Table } from '../src/workshop/paths';
import { painted, resized } from '../src/workshop/squares';
import { addressOf, freePath } from '../src/workshop/words';
import { cellAt, freeCell, sheet } from '../src/workshop/zones';

const inn: Table = {
  system: 'delve',
  zone: [
    { id: 'bar', name: 'The bar', at: [0, 0], near: ['loft'] },
    { id: 'loft', name: 'The loft', at: [1, 0] },
  ],
  door: [{ id: 'hatch', name: 'Hatch', between: ['bar', 'loft'], state: 'shut' }],
  foes: [{ creature: 'goblin', count: 2, at: 'loft' }],
};

describe('edits', () => {
  it('change a copy at their place, and make what is on the way', () => {
    const set = edited(inn, { op: 'set', path: ['foes', 0, 'with', 'hp'], value: 9 });
    expect(set.foes).toEqual([{ creature: 'goblin', count: 2, at: 'loft', with: { hp: 9 } }]);
    expect(inn.foes).toEqual([{ creature: 'goblin', count: 2, at: 'loft' }]);
    expect(edited(inn, { op: 'insert', path: ['party', 0], value: { hero: 'brakk' } }).party).toEqual([
      { hero: 'brakk' },
    ]);
    expect(edited(inn, { op: 'remove', path: ['zone', 0] }).zone).toHaveLength(1);
    const moved = edited(inn, { op: 'move', path: ['zone', 0], to: 1 }).zone as Table[];
    expect(moved.map((zone) => zone.id)).toEqual(['loft', 'bar']);
    expect(edited(inn, { op: 'set', path: ['zone', 7, 'id'], value: 'x' })).toBe(inn);
  });
  it('problems name places', () => {
    expect(place('zone[2].near[0]')).toEqual(['zone', 2, 'near', 0]);
    expect(place('map.rows[11]')).toEqual(['map', 'rows', 11]);
    expect(place('')).toEqual([]);
    expect(within(['zone', 2, 'near'], ['zone', 2])).toBe(true);
    expect(within(['zone', 2], ['zone', 1])).toBe(false);
  });
  it('ids are made of names', () => {
    expect(idFor('The old mill', [])).toBe('old-mill');
    expect(idFor('Zoë', ['zoe'])).toBe('zoe-2');
    expect(idFor('!?', [])).toBe('new');
  });
});

const field = (key: string, forms: ValueForm[], more: Partial<FieldForm> = {}): FieldForm => ({
  key,
  forms,
  items: null,
  meaning: '',
  left_out: '',
  needed: 'never',
  example: '',
  ...more,
});
const table = (path: string, list: boolean, fields: FieldForm[]): TableForm => ({
  path,
  list,
  fields,
  meaning: '',
  needed: 'never',
});
const zones: ValueForm = { is: 'reference', to: 'zone' };
const FORMS: SystemForms = {
  system: 'delve',
  files: {
    fight: [
      table('', false, [field('system', [{ is: 'text' }])]),
      table('zone', true, [
        field('id', [{ is: 'id', of: 'zone' }], { needed: 'always' }),
        field('name', [{ is: 'text' }], { needed: 'always' }),
        field('at', [{ is: 'numbers', many: 2 }], { needed: 'always' }),
        field('near', [], { items: [zones] }),
      ]),
      table('door', true, [field('between', [], { items: [zones] })]),
      table('foes', true, [field('creature', [{ is: 'reference', to: 'creature' }]), field('at', [zones])]),
      table('foes.with', false, []),
    ],
    library: [
      table('', false, [field('include', [], { items: [{ is: 'text' }] })]),
      table('creature', true, [
        field('id', [{ is: 'id', of: 'creature' }]),
        field('hp', [{ is: 'whole', least: 1, most: 9 }]),
      ]),
    ],
  },
};

describe('forms', () => {
  const forms = new Forms(FORMS, 'fight');
  it('of a scenario hold what libraries hold too', () => {
    expect(forms.sections.map((form) => form.path).sort()).toEqual(['creature', 'door', 'foes', 'zone']);
    expect(
      forms
        .table([], inn)
        ?.fields.map((field) => field.key)
        .sort(),
    ).toEqual(['include', 'system']);
  });
  it('what differs in a foe has the form of its creature', () => {
    expect(forms.table(['foes', 0, 'with'], inn)?.fields.map((field) => field.key)).toEqual(['hp']);
  });
  it('another id goes to all that refer to it', () => {
    const after = forms.renamed(['zone', 1], 'attic', inn).reduce(edited, inn);
    expect(after).toMatchObject({ zone: [{ near: ['attic'] }, { id: 'attic' }], foes: [{ at: 'attic' }] });
    expect(after.door).toMatchObject([{ between: ['bar', 'attic'] }]);
  });
  it('what is removed is taken out of lists that mention it', () => {
    const after = forms.forgotten(['zone', 1], inn).reduce(edited, inn);
    expect(after.zone).toEqual([{ id: 'bar', name: 'The bar', at: [0, 0], near: [] }]);
    expect(after.foes).toMatchObject([{ at: 'loft' }]);
  });
  it('ids that can be named are those of the library and of the file', () => {
    const goblin = { list: 'creature', id: 'goblin', name: 'Goblin', about: '', file: '', yours: false, fields: {} };
    expect([...forms.ids('creature', { creature: [{ id: 'chief', name: 'Chief' }] }, [goblin]).keys()]).toEqual([
      'goblin',
      'chief',
    ]);
    expect([...forms.ids('zone', inn, []).values()]).toEqual(['The bar', 'The loft']);
  });
  it('a new table has what it cannot do without', () => {
    expect(blank(forms.table(['zone'], inn)!, 'Yard', 'yard')).toEqual({ id: 'yard', name: 'Yard', at: [0, 0] });
    expect(one('ability')).toBe('an ability');
    expect(ordered({ at: 'x', name: 'Yard', id: 'yard' }).map(([key]) => key)).toEqual(['id', 'name', 'at']);
  });
});

describe('the sheet', () => {
  it('has a free border, and lines between zones', () => {
    const drawn = sheet(inn);
    expect([drawn.columns, drawn.rows, drawn.origin]).toEqual([4, 3, [-1, -1]]);
    expect(drawn.lines.map(({ kind, note }) => [kind, note])).toEqual([
      ['near', ''],
      ['door', 'shut door'],
    ]);
    expect(cellAt(drawn, drawn.zones[1]!.x + 5, drawn.zones[1]!.y + 5)).toEqual([1, 0]);
    expect(freeCell(drawn)).toEqual([2, 0]);
    expect(freeCell(sheet({}))).toEqual([0, 0]);
  });
});

describe('squares', () => {
  it('are painted and resized within their walls', () => {
    const rows = resized([], 5, 4);
    expect(rows).toEqual(['#####', '#...#', '#...#', '#####']);
    expect(painted(rows, 2, 1, 'H')[1]).toBe('#.H.#');
    expect(painted(rows, 9, 9, 'H')).toBe(rows);
    expect(resized(painted(rows, 3, 2, ','), 7, 4)[2]).toBe('#..,..#');
    expect(resized(rows, 99, 1)).toHaveLength(3);
  });
});

describe('addresses', () => {
  it('name the file without its ending', () => {
    expect(addressOf('delve/scenarios/the reeve.toml')).toBe('/workshop/delve/scenarios/the%20reeve');
    expect(freePath('heed', 'fight', 'inn', ['heed/scenarios/inn.toml'])).toBe('heed/scenarios/inn-2.toml');
  });
});
