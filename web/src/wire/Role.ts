// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What a choice is for at the table, whatever a system calls it.
 */
export type Role = "begin" | "act" | "move" | "retreat" | "leave" | "answer" | "end-turn" | "aside";
