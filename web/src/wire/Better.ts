// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What would have been better.
 */
export type Better = { choice: string, label: string,
/**
 * How much better, for whoever chose, and how near that is to the truth.
 */
gain: number, error: number,
/**
 * `slip`, `mistake` or `blunder`.
 */
grade: string, };
