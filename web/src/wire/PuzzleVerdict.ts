// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What a strong mind says to that.
 */
export type PuzzleVerdict = {
/**
 * "good", "bad", or "neither": not among the best, and no blunder.
 */
verdict: string,
/**
 * What is good, as people read it.
 */
good: Array<string>, why: string, };
