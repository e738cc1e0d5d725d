// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Who sees the bar with the heroes' chance to win.
 */
export type Bar = "nobody" | "host" | "everyone";
