import { describe, expect, it } from 'vitest';
import { command, type Pressed } from '../src/keys';

const press = (key: string, more: Partial<Pressed> = {}) =>
  command({ key, ctrl: false, shift: false, alt: false, map: false, typing: false, ...more });

describe('keys', () => {
  it('undoes with U and Ctrl+Z, redoes with Ctrl+Shift+Z and Ctrl+Y', () => {
    expect(press('u')).toEqual({ do: 'undo' });
    expect(press('z', { ctrl: true })).toEqual({ do: 'undo' });
    expect(press('Z', { ctrl: true, shift: true })).toEqual({ do: 'redo' });
    expect(press('y', { ctrl: true })).toEqual({ do: 'redo' });
  });
  it('never does anything on bare Space', () => {
    expect(press(' ')).toBeNull();
    expect(press(' ', { map: true })).toBeNull();
  });
  it('takes l for the log, but for the cursor while the map is focused', () => {
    expect(press('l')).toEqual({ do: 'log' });
    expect(press('l', { map: true })).toEqual({ do: 'cursor', dx: 1, dy: 0 });
    expect(press('L', { map: true, shift: true })).toEqual({ do: 'log' });
  });
  it('leaves text fields alone, but for Escape', () => {
    expect(press('u', { typing: true })).toBeNull();
    expect(press('z', { typing: true, ctrl: true })).toBeNull();
    expect(press('Escape', { typing: true })).toEqual({ do: 'close' });
  });
  it('picks choices by number and leaves Enter to the button that is focused', () => {
    expect(press('3')).toEqual({ do: 'pick', nth: 2 });
    expect(press('Enter')).toBeNull();
    expect(press('Enter', { map: true })).toEqual({ do: 'act' });
  });
  it("leaves the browser's own shortcuts alone", () => {
    expect(press('r', { ctrl: true })).toBeNull();
    expect(press('d', { ctrl: true })).toBeNull();
    expect(press('ArrowLeft', { alt: true })).toBeNull();
  });
});
