// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * The share of fights that heroes win, from 0 to 1; none where nothing was measured.
 */
export type Wins = { easy: number | null, normal: number | null, hard: number | null, brutal: number | null, };
