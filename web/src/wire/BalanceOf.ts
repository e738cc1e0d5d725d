// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { TrialOf } from "./TrialOf";

/**
 * What number gives a wanted win rate?
 */
export type BalanceOf = { trial: TrialOf,
/**
 * From 0 to 1.
 */
wanted: number,
/**
 * What may be changed ("heroes.level=1..5"); without it, how many foes of each kind there are.
 */
by?: string, };
