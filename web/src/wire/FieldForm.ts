// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ValueForm } from "./ValueForm";

export type FieldForm = { key: string, meaning: string,
/**
 * What holds where it is left out, in words.
 */
left_out: string, needed: string,
/**
 * How it stands in a file.
 */
example: string,
/**
 * What the value may be.
 */
forms: Array<ValueForm>,
/**
 * If it may be a list: what its values may be.
 */
items: Array<ValueForm> | null, };
