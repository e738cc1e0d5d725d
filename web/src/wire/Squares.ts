// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A map from another program, as `rows` of a scenario on squares.
 */
export type Squares = { rows: Array<string>, doors: number,
/**
 * Doors that have become gaps, because a map has only so many.
 */
gaps: number, };
