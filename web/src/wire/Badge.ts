// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A condition or a mark on a token.
 */
export type Badge = { name: string, means: string, good: boolean, };
