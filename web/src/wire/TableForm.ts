// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { FieldForm } from "./FieldForm";

export type TableForm = {
/**
 * As in a header, without numbers ("zone.feature"); empty for the top of the file.
 */
path: string, meaning: string,
/**
 * Several of them can stand in a file.
 */
list: boolean,
/**
 * "always", "sometimes" or "never".
 */
needed: string, fields: Array<FieldForm>, };
