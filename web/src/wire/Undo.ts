// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * May the last step be taken back?
 */
export type Undo = "nothing" | "free" | "dice-fell" | "revealed" | "judged";
