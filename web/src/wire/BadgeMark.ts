// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * How a badge is drawn on a token. What needs no picture of its own is listed beside the map only.
 */
export type BadgeMark = "condition" | "gear" | "hidden" | "prone" | "stunned" | "asleep" | "held" | "poisoned" | "burning" | "guarding" | "aiming" | "heeding" | "intent" | "face-down" | "leading" | "busy";
