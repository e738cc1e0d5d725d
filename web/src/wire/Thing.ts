// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Something of a library: a creature, a hero, a weapon, a spell.
 */
export type Thing = {
/**
 * The list that it stands in ("creature").
 */
list: string, id: string, name: string, about: string,
/**
 * Where it stands; the path of a file of one's own can be opened.
 */
file: string, yours: boolean,
/**
 * All that is said of it.
 */
fields: Record<string, unknown>, };
