// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What the judge decides about an encounter of an adventure.
 */
export type Fate = "now" | "next" | "gone" | "back";
