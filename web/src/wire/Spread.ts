// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A distribution with the figures that are read off it.
 */
export type Spread = { mean: number, least: number, most: number,
/**
 * Values that can happen, ascending, with their probabilities.
 */
values: Array<[number, number]>, };
