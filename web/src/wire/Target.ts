// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What a roll is held against.
 */
export type Target = { name: string, value: number,
/**
 * Must the roll stay at or below it?
 */
under: boolean, };
