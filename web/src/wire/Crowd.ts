// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A set of combatants. A number from [`Crowd::MOST`] on is in none.
 */
export type Crowd = number[];
