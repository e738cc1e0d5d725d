// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A file as it is on disk.
 */
export type FileText = { path: string, text: string,
/**
 * Has to be given when it is saved again, so that nobody's work is overwritten unseen.
 */
version: string, };
