// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

export type Wanted = {
/**
 * What the roll is for.
 */
label: string,
/**
 * In notation: "2d6+1".
 */
roll: string,
/**
 * Which die of the roll, from 0.
 */
die: number, sides: number,
/**
 * Whose roll; none for the table's own.
 */
who: Who | null,
/**
 * The choice that waits for it, where this seat made it or may know it.
 */
choice: string | null,
/**
 * Faces typed so far for this choice.
 */
faces: Array<number>, };
