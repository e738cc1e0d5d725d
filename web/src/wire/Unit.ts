// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What a number counts, in words.
 */
export type Unit = {
/**
 * "hit point"
 */
one: string,
/**
 * "hit points"
 */
many: string,
/**
 * Where there is little room ("hp").
 */
short: string, };
