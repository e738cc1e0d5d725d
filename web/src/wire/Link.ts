// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Two adjacent zones, by their place in the list.
 */
export type Link = { a: number, b: number,
/**
 * What bars or marks the way ("locked door").
 */
note: string | null, };
