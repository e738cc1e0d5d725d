// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type ValueForm = { "is": "text" } | { "is": "notation" } | { "is": "flag" } | { "is": "whole", least: number | null, most: number | null, } | { "is": "number", least: number, most: number, } | { "is": "numbers", many: number, } | { "is": "choice", of: Array<string>, } | { "is": "id", of: string, } | { "is": "reference", to: string, } | { "is": "table" } | { "is": "tables" };
