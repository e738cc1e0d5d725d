// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --features types --test types`.
// Do not edit.

export type Tab = "move" | "action" | "turn" | "answer";
