// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Rolled } from "./Rolled";

/**
 * Something that was said at the table.
 */
export type Said = {
/**
 * Grows.
 */
number: number,
/**
 * Milliseconds since 1970.
 */
at: number,
/**
 * The seat that said it, and its name then.
 */
from: number, name: string,
/**
 * Whom it was whispered to; none: everybody.
 */
to: number | null, to_name: string | null, text: string,
/**
 * Dice that were rolled instead of words.
 */
roll: Rolled | null, };
