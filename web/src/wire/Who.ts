// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A combatant, by its place in the state's arrays.
 */
export type Who = number;
