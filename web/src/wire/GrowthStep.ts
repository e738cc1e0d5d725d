// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A step of growth by the system's rules.
 */
export type GrowthStep = {
/**
 * In a few words.
 */
name: string, edits: unknown[], };
