// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Named } from "./Named";

/**
 * A rule system, and what a judge can choose from in it. (A scenario of one's own may have more.)
 */
export type SystemCard = { id: string,
/**
 * Each with `id` and `name`.
 */
creatures: Array<Named>, conditions: Array<Named>, };
