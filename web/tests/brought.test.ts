import { describe, expect, it } from 'vitest';
import { isMap, takenApart, traced } from '../src/map/brought';

describe('maps of other programs', () => {
  it('are known by their names', () => {
    expect(['Crypt.dd2vtt', 'crypt.UVTT', 'crypt.png', 'uvtt'].map((name) => isMap({ name }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  it('come apart into walls and picture', async () => {
    const file = { resolution: { map_size: { x: 2, y: 2 } }, line_of_sight: [], image: btoa('picture') };
    const { text, picture } = takenApart(JSON.stringify(file));
    expect(JSON.parse(text)).toEqual({ resolution: { map_size: { x: 2, y: 2 } }, line_of_sight: [] });
    expect(await picture!.text()).toBe('picture');
  });
  it('without a picture, or with a broken one, still have walls', () => {
    expect(takenApart('{"line_of_sight":[]}').picture).toBeNull();
    expect(takenApart('{"line_of_sight":[],"image":"%%%"}')).toEqual({ text: '{"line_of_sight":[]}', picture: null });
    expect(takenApart('no map')).toEqual({ text: 'no map', picture: null });
  });
});

describe('a picture as squares', () => {
  it('has walls where it is dark', () => {
    expect(traced([0, 200, 90, 200, 200, 10], 3, 100)).toEqual(['#.#', '..#']);
  });
});
