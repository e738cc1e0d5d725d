import { describe, expect, it } from 'vitest';
import { ApiError, said } from '../src/api';

describe('what the server refuses', () => {
  it('is told in whole sentences, with what can be done about it', () => {
    const place = { file: 'x.toml', line: 3, column: 1, field: '', excerpt: '', marker: '' };
    const problem = { ...place, message: 'no such zone', advice: null };
    const failure = { code: 'bad-replay', message: 'this is not a replay', advice: 'save one first!', problems: [] };
    expect(said(new ApiError(failure))).toBe('This is not a replay. Save one first!');
    expect(said(new ApiError({ ...failure, advice: null, problems: [problem] }))).toBe(
      'This is not a replay. Line 3: no such zone.',
    );
    expect(said(new Error('it broke.'))).toBe('It broke.');
  });
});
