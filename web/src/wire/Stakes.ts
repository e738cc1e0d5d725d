// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Chance } from "./Chance";
import type { Fall } from "./Fall";
import type { Range } from "./Range";
import type { Spread } from "./Spread";

/**
 * What a choice may bring.
 */
export type Stakes = {
/**
 * The chance of success, and what success means.
 */
chance?: Chance,
/**
 * Who may be put out of the fight by it, on either side.
 */
drops: Array<Fall>,
/**
 * Health that the other side loses.
 */
harm: Spread,
/**
 * Health that the own side loses.
 */
loss: Spread,
/**
 * Health that the own side regains.
 */
gain: Spread,
/**
 * False if there were too many outcomes to count, and these are estimates.
 */
exact: boolean,
/**
 * Answers of others that were taken for granted.
 */
assumes: Array<string>,
/**
 * Where something is hidden: the bounds, whatever it is.
 */
range?: Range, };
