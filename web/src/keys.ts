/** Which key means what. The page carries it out; this file only names it, and is what `?` lists. */

export type Command =
  | { do: 'cursor'; dx: number; dy: number }
  | { do: 'pick'; nth: number }
  | { do: 'tab'; tab: 'stats' | 'move' | 'action' }
  | { do: 'zoom'; by: 1 | -1 }
  | { do: Plain };
type Plain =
  | 'act'
  | 'undo'
  | 'redo'
  | 'end'
  | 'roll'
  | 'log'
  | 'keys'
  | 'go'
  | 'fit'
  | 'turn'
  | 'close'
  | 'rules'
  | 'next'
  | 'judge'
  | 'threats'
  | 'hint'
  | 'plan'
  | 'sight';

export interface Pressed {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  /** Is the map focused? Then letters move its cursor. */
  map: boolean;
  /** Is a text field focused? Then only Escape is ours. */
  typing: boolean;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const LETTERS: Record<string, [number, number]> = { h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1] };
const PLAIN: Record<string, Command> = {
  u: { do: 'undo' },
  e: { do: 'end' },
  r: { do: 'roll' },
  m: { do: 'tab', tab: 'move' },
  s: { do: 'tab', tab: 'stats' },
  a: { do: 'tab', tab: 'action' },
  l: { do: 'log' },
  L: { do: 'log' },
  g: { do: 'go' },
  n: { do: 'next' },
  d: { do: 'rules' },
  t: { do: 'threats' },
  h: { do: 'hint' },
  H: { do: 'hint' },
  p: { do: 'plan' },
  v: { do: 'sight' },
  o: { do: 'judge' },
  f: { do: 'fit' },
  '0': { do: 'fit' },
  q: { do: 'turn' },
  '+': { do: 'zoom', by: 1 },
  '=': { do: 'zoom', by: 1 },
  '-': { do: 'zoom', by: -1 },
  '?': { do: 'keys' },
};

export function command(pressed: Pressed): Command | null {
  const { key, ctrl, shift, alt, map, typing } = pressed;
  if (key === 'Escape') return { do: 'close' };
  if (typing || alt) return null;
  if (ctrl) {
    if (key.toLowerCase() === 'z') return { do: shift ? 'redo' : 'undo' };
    return key.toLowerCase() === 'y' ? { do: 'redo' } : null;
  }
  const move = ARROWS[key] ?? (map && !shift ? LETTERS[key] : undefined);
  if (move) return { do: 'cursor', dx: move[0], dy: move[1] };
  if (map && key === 'Enter') return { do: 'act' };
  if (/^[1-9]$/.test(key)) return { do: 'pick', nth: Number(key) - 1 };
  return PLAIN[key] ?? null;
}

export const LIST: [keys: string, what: string][] = [
  ['← ↑ ↓ →', 'move the cursor on the map (h j k l too, while the map is focused)'],
  ['Enter', 'on the map: what can be done there; on a choice: do it'],
  ['1 – 9', 'go to a choice; Enter then does it'],
  ['Tab', 'through everything that can be pressed'],
  ['M  A  S', 'tabs Move, Action, Stats'],
  ['N', 'the next combatant who may act'],
  ['E, Enter', 'end the turn'],
  ['P, Enter', 'what is proposed, for one or for all together'],
  ['R', 'roll initiative, or begin'],
  ['G', 'go: let the monster act'],
  ['U, Ctrl+Z', 'undo'],
  ['Ctrl+Shift+Z', 'redo'],
  ['L', 'the log, large or small'],
  ['T', 'what the enemy could do to me, here or where the cursor is'],
  ['H', 'a hint: the best choices, and what each is worth'],
  ['V', 'lines of sight, from whoever acts or where the cursor is'],
  ['D', 'the rules'],
  ['O', "the judge's hand"],
  ['+  −  F  Q', 'zoom in, out, fit, a quarter turn'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];
