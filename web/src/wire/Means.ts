// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Health lost and regained, on average.
 */
export type Means = { harm: number, loss: number, gain: number, };
