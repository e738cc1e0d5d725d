// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Unit } from "./Unit";

/**
 * One of several things that health is made of, on average.
 */
export type Part = { unit: Unit,
/**
 * What the other side loses of it.
 */
harm: number,
/**
 * What the own side loses of it.
 */
loss: number,
/**
 * What the own side regains of it.
 */
gain: number, };
