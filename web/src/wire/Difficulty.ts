// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * How well minds play against the players. It never changes the dice.
 */
export type Difficulty = "easy" | "normal" | "hard" | "brutal";
