// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Something by the word that [`crate::Judgement`] takes, and as people call it.
 */
export type Named = { id: string, name: string, };
