// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A pile that lies on a square of a grid.
 */
export type Treasure = { at: [number, number], items: Array<string>, };
