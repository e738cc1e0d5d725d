// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * How hard a table is made for its players. It changes what minds think, for how long and how they are minded, and never
 * the dice.
 */
export type Difficulty = "easy" | "normal" | "hard" | "brutal";
