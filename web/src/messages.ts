/** What the page and the server say to each other beside the view itself. */
import type { LogLine, MapView, Side, Stakes, TableView, Token, Who } from './types';

export type Mode = 'solo' | 'judge';
export type SeatKind = 'judge' | 'player' | 'watcher';
export type DiceMode = 'program' | 'mine';
export type Undo = 'nothing' | 'free' | 'dice-fell' | 'revealed' | 'judged';
export interface May {
  ok: boolean;
  why: string | null;
}
export interface Own {
  id: number;
  kind: SeatKind;
  name: string;
  controls: Who[];
  host: boolean;
}
export interface SeatView {
  id: number;
  name: string;
  kind: SeatKind;
  controls: Who[];
  online: boolean;
  mind: boolean;
  dice: DiceMode;
  token: string | null;
}
export interface Waiting {
  who: Who[];
  means: string | null;
}
export interface Habit {
  choice: string;
  who: Who;
  question: string;
  answer: string;
}
export interface Wanted {
  label: string;
  roll: string;
  die: number;
  sides: number;
  who: Who | null;
  choice: string | null;
  faces: number[];
}
export interface Standing {
  who: Who;
  question: string;
  answer: string;
}
export interface State {
  revision: number;
  position: number;
  steps: number;
  name: string;
  mode: Mode;
  view: TableView;
  lines_from: number;
  lines: LogLine[];
  undo: Undo;
  redo: boolean;
  may_undo: May;
  seat: Own;
  seats: SeatView[];
  minds: Who[];
  pace: number | null;
  waits: Waiting | null;
  paused: boolean;
  dice: DiceMode;
  standing: Standing[];
  habits: Habit[];
  wanted: Wanted | null;
}
export interface ChoiceOdds {
  text: string;
  stakes: Stakes;
}
export interface Odds {
  position: number;
  odds: ChoiceOdds[];
}
export interface Reply {
  id: string | null;
  ok: boolean;
  code?: string;
  message?: string;
  advice?: string;
}
export type ServerMessage =
  | ({ type: 'state' } & State)
  | ({ type: 'odds' } & Odds)
  | ({ type: 'reply' } & Reply)
  | { type: 'gone'; code: string; message: string; advice: string | null }
  | { type: 'pong' };

export type EdgeName = 'level' | 'advantage' | 'disadvantage';
export type Judgement =
  | { act: 'set'; who: Who; track: string; value: number }
  | { act: 'move'; who: Who; to: string }
  | { act: 'add'; creature: string; side: Side; to: string }
  | { act: 'remove'; who: Who }
  | { act: 'afflict'; who: Who; condition: string; rank?: number }
  | { act: 'lift'; who: Who; condition: string }
  | { act: 'favour'; roller?: Who; roll?: string; add: number; edge: EdgeName }
  | { act: 'dice'; roller?: Who; roll?: string; faces: number[] }
  | { act: 'end'; winner: Side | null };

export type ClientMessage =
  | { type: 'choose'; id: string; position: number; choice: string; faces?: number[] }
  | { type: 'faces'; id: string; position: number; faces: number[] }
  | { type: 'withdraw' | 'undo' | 'redo' | 'go'; id: string; position: number }
  | { type: 'auto'; id: string; who: Who[]; on: boolean }
  | { type: 'pace'; id: string; ms: number | null }
  | { type: 'judge'; id: string; act: Judgement }
  | { type: 'take-back'; id: string; position: number; steps: number }
  | { type: 'pause'; id: string; on: boolean }
  | { type: 'seat'; id: string; seat: number; name?: string; controls?: Who[]; mind?: boolean; renew?: boolean }
  | { type: 'invite'; id: string; kind: SeatKind; name: string; controls: Who[] }
  | { type: 'dice'; id: string; mode: DiceMode }
  | { type: 'standing'; id: string; who: Who; question: string; answer: string | null }
  | { type: 'odds'; id: string; position: number; choice: string }
  | { type: 'ping' };

export interface ScenarioCard {
  system: string;
  id: string;
  title: string;
  about: string;
  heroes: string[];
  foes: string[];
  difficulty: number | null;
  view?: { map: MapView; tokens: Token[] } | null;
}
export interface NewTable {
  scenario?: string;
  toml?: string;
  seed?: number;
  name?: string;
  mode?: Mode;
}
export interface Opened {
  table: string;
  links: { judge: string; players: { name: string; heroes: string[]; token: string }[]; watcher: string };
  you: string;
}
export interface TableCard {
  table: string;
  token: string;
  seat: SeatKind;
  name: string;
  title: string;
  system: string;
  round: number;
  players: string[];
  updated: number;
  over: string | null;
}
export interface ProblemView {
  file: string;
  line: number;
  column: number;
  field: string;
  message: string;
  advice: string | null;
  excerpt: string;
  marker: string;
}
export interface Checked {
  ok: boolean;
  problems: ProblemView[];
  omitted: number;
}
export interface Failure {
  code: string;
  message: string;
  advice: string | null;
  problems: ProblemView[];
}
export interface Moment {
  step: number;
  view: TableView;
  lines: LogLine[];
}
export interface Moments {
  steps: number;
  moments: Moment[];
}
