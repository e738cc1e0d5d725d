// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { TrackKind } from "./TrackKind";
import type { Unit } from "./Unit";

/**
 * A number that matters, with its limit where it has one.
 */
export type Track = {
/**
 * As in the judge's `set` ("hp").
 */
id: string, name: string,
/**
 * What is left.
 */
value: number, max: number | null, kind: TrackKind,
/**
 * What it counts.
 */
unit: Unit, };
