// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What is wrong with a file, as `fracas check` says it.
 */
export type ProblemView = { file: string, line: number, column: number, field: string, message: string, advice: string | null, excerpt: string, marker: string, };
