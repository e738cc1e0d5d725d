// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Bounds } from "./Bounds";

/**
 * The least and the most that the figures of a choice come to, over everything that the hidden could be.
 */
export type Range = {
/**
 * How many possibilities were counted, the presumed one apart.
 */
over: number,
/**
 * The chance of success.
 */
chance?: Bounds,
/**
 * Health that the other side loses, on average.
 */
harm: Bounds,
/**
 * Health that the own side loses, on average.
 */
loss: Bounds,
/**
 * Health that the own side regains, on average.
 */
gain: Bounds, };
