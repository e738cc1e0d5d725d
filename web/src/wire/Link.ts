// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --features types --test types`.
// Do not edit.

/**
 * Two adjacent zones, by their place in the list.
 */
export type Link = { a: number, b: number, };
