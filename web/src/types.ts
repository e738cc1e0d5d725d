/** What travels between the server and this page. It knows no rule. */

export type Who = number;
export type Side = 'heroes' | 'monsters';
export type Place = string;
export type Square = [number, number];

export interface TableView {
  system: string;
  title: string;
  round: number;
  phase: string;
  map: MapView;
  tokens: Token[];
  question: Question | null;
  choices: ChoiceView[];
  quiet: Quiet[];
  outcome: OutcomeView | null;
}

export type MapView = ZonesView | SquaresView;
export interface ZonesView {
  kind: 'zones';
  zones: ZoneCard[];
  links: Link[];
}
export interface SquaresView {
  kind: 'squares';
  width: number;
  height: number;
  cells: string[];
  fog: string[];
  pieces: Piece[];
  treasure: Treasure[];
  auras: AuraView[];
  reach: Reachable[];
}
export interface ZoneCard {
  id: string;
  name: string;
  tags: string[];
  at: [number, number];
  exit: boolean;
}
export interface Link {
  a: number;
  b: number;
}
export interface Piece {
  who: Who;
  at: Square;
  size: number;
  colour: 'black' | { own: number };
}
export interface Treasure {
  at: Square;
  items: string[];
}
export interface AuraView {
  who: Who;
  reach: number;
  name: string;
  good: boolean;
}
export interface Reachable {
  at: Square;
  price: number;
  path: Square[];
}

export type Status = 'up' | 'down' | 'dead' | 'gone';
export interface Token {
  who: Who;
  id: string;
  name: string;
  kind: string;
  side: Side;
  status: Status;
  place: string | null;
  tracks: Track[];
  badges: Badge[];
  to_act: boolean;
}
export interface Track {
  id: string;
  name: string;
  value: number;
  max: number | null;
  kind: 'health' | 'supply' | 'plain';
}
export interface Badge {
  name: string;
  means: string;
  good: boolean;
}
export interface Question {
  asked: Who[];
  text: string;
  reaction: boolean;
  rule: string | null;
}
export type Tab = 'move' | 'action' | 'turn' | 'answer';
export interface ChoiceView {
  text: string;
  who: Who;
  label: string;
  tab: Tab;
  targets: Who[];
  to: string | null;
  warnings: string[];
  aim: string | null;
  rule: string | null;
  odds: Stakes | null;
}
export interface Quiet {
  who: Who;
  label: string;
  why: string;
  rule: string | null;
}
export interface OutcomeView {
  winner: Side | null;
  text: string;
}
export interface Stakes {
  chance?: { p: number; means: string } | null;
  drops: { who: Who; p: number }[];
  harm: Spread;
  loss: Spread;
  gain: Spread;
  exact: boolean;
  assumes: string[];
}
export interface Spread {
  mean: number;
  least: number;
  most: number;
  values: [number, number][];
}
export type Tone = 'heading' | 'plain' | 'good' | 'bad' | 'judge';
export interface LogLine {
  step: number;
  text: string;
  tone: Tone;
  rule?: string | null;
}
