// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Advice } from "./Advice";

/**
 * The best choices of a seat at a position, as far as it knows.
 */
export type Hint = {
/**
 * Of the message that asked.
 */
id: string, position: number, best: Array<Advice>, };
