// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type Felled = { id: string, name: string, hero: boolean,
/**
 * Of the fights in which they were there.
 */
share: number, };
