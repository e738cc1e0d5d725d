/** What this browser prefers: kept here. */
import type { Difficulty } from '../types';

export type Speed = 'slow' | 'normal' | 'fast' | 'instant';
export type Theme = 'system' | 'light' | 'dark';

/** Milliseconds between what minds do. */
export const PACE: Record<Speed, number> = { slow: 1800, normal: 900, fast: 350, instant: 0 };

/** How well the monsters of a new table play. */
export const DIFFICULTIES: Record<Difficulty, string> = {
  easy: 'they overlook things',
  normal: 'they do what comes to mind',
  hard: 'they look before they leap',
  brutal: 'they think the fight through',
};

const KEY = 'fracas.settings';

class Settings {
  speed: Speed = $state('normal');
  theme: Theme = $state('system');
  difficulty: Difficulty = $state('normal');
  /** Do monsters act by themselves? */
  byThemselves = $state(true);
  /** Is the person asked even where the answer goes without saying? */
  askAll = $state(false);
  /** Does a turn end by itself when nothing is left to decide? */
  endTurns = $state(true);
  /** Do tooltips name the clause of the rules? */
  codes = $state(false);

  constructor() {
    try {
      Object.assign(this, clean(JSON.parse(localStorage.getItem(KEY) ?? '{}')));
    } catch {
      // Whatever is kept there is not ours to read.
    }
    this.paint();
  }

  set(change: Partial<Kept>): void {
    Object.assign(this, change);
    this.paint();
    const { speed, theme, difficulty, byThemselves, askAll, endTurns, codes } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ speed, theme, difficulty, byThemselves, askAll, endTurns, codes }));
    } catch {
      // Preferences then last for this visit.
    }
  }

  get pace(): number | null {
    return this.byThemselves ? PACE[this.speed] : null;
  }

  /** How long movements on the screen take. */
  get glide(): number {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
    return { slow: 520, normal: 320, fast: 160, instant: 0 }[this.speed];
  }

  paint(): void {
    const root = document.documentElement;
    if (this.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    root.style.setProperty('--glide', `${this.glide}ms`);
  }
}

interface Kept {
  speed: Speed;
  theme: Theme;
  difficulty: Difficulty;
  byThemselves: boolean;
  askAll: boolean;
  endTurns: boolean;
  codes: boolean;
}

export function clean(kept: unknown): Partial<Kept> {
  if (typeof kept !== 'object' || kept === null) return {};
  const { speed, theme, difficulty, byThemselves, askAll, endTurns, codes } = kept as Record<string, unknown>;
  const out: Partial<Kept> = {};
  if (typeof speed === 'string' && speed in PACE) out.speed = speed as Speed;
  if (theme === 'system' || theme === 'light' || theme === 'dark') out.theme = theme;
  if (typeof difficulty === 'string' && difficulty in DIFFICULTIES) out.difficulty = difficulty as Difficulty;
  if (typeof byThemselves === 'boolean') out.byThemselves = byThemselves;
  if (typeof askAll === 'boolean') out.askAll = askAll;
  if (typeof endTurns === 'boolean') out.endTurns = endTurns;
  if (typeof codes === 'boolean') out.codes = codes;
  return out;
}

export const settings = new Settings();
