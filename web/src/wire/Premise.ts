// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What it is about.
 */
export type Premise = {
/**
 * As the scenario tells it; may be empty.
 */
about: string,
/**
 * Of an adventure.
 */
goal: string | null, };
