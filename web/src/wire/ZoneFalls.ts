// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type ZoneFalls = { zone: number,
/**
 * Heroes who fall here, for each party that sets out.
 */
falls: number,
/**
 * Parties that are lost here.
 */
lost: number, };
