// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type SaveFile = { text: string,
/**
 * The version that was read; without it there must be no such file yet.
 */
version?: string, };
