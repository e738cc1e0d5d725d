// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Named } from "./Named";

/**
 * What a judge can bring in and put on in a system.
 */
export type SystemCard = { id: string,
/**
 * Each with `id` and `name`.
 */
creatures: Array<Named>, conditions: Array<Named>, };
