// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A share of fights, and between which bounds its true chance lies.
 */
export type Share = { share: number, low: number, high: number, };
