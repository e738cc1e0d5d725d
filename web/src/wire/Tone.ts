// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type Tone = "round" | "heading" | "plain" | "aside" | "good" | "bad" | "judge";
