/** What travels between the server and this page, generated from the Rust types, and names for parts of it. */
export type * from './wire';
import type { MapView, ScenarioCard, TableView } from './wire';

export type ZonesView = Extract<MapView, { kind: 'zones' }>;
export type SquaresView = Extract<MapView, { kind: 'squares' }>;
/** The id of a zone, or a square as "x,y". */
export type Place = string;
/** A scenario with the picture of its start. */
export type Offer = Omit<ScenarioCard, 'view'> & { view: Pick<TableView, 'map' | 'tokens'> | null };
