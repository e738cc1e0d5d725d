// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Yes, or why not.
 */
export type May = { ok: boolean, why: string | null,
/**
 * The first step that would be taken back: its lines of the log say what that is.
 */
back_to: number | null, };
