// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { TableForm } from "./TableForm";

/**
 * What a kind of file can hold, for forms.
 */
export type SystemForms = { system: string,
/**
 * By kind of file: "fight", "adventure", "party", and "library" for what all but parties can hold.
 */
files: { [key in string]: Array<TableForm> }, };
