// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A file that is being edited: its text, and what is to be changed in it.
 */
export type DraftEdits = {
/**
 * Where in the library it is, or will be: what it is depends on that.
 */
path: string, text: string,
/**
 * Each `{op: "set", path: ["zone", 0, "name"], value}`, or `insert`, `remove`, `move` with `to`.
 */
edits: unknown[], };
