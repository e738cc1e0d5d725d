// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Named } from "./Named";

/**
 * Who was in a fight, and who could be: for the same with other heroes.
 */
export type CastView = {
/**
 * By id, in the order of the places that they take.
 */
party: Array<string>,
/**
 * Each with `id` and `name`.
 */
heroes: Array<Named>, };
