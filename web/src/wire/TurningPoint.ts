// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type TurningPoint = { step: number,
/**
 * Of the heroes' chance to win.
 */
change: number, text: string, };
