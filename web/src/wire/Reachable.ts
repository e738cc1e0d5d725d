// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A square that can be moved to, what that costs, and the way there, its end last.
 */
export type Reachable = { at: [number, number], price: number, path: Array<[number, number]>, };
