// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What stands on a card, above its text.
 */
export type CardFace = { name: string,
/**
 * For an attack: what is rolled, and against what.
 */
versus: [string, string] | null, };
