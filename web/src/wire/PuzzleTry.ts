// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What somebody would do in a puzzle.
 */
export type PuzzleTry = {
/**
 * The choice's text form.
 */
choice: string, };
