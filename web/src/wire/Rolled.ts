// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { DieView } from "./DieView";
import type { Modifier } from "./Modifier";
import type { Target } from "./Target";

/**
 * A roll as a value: what lay on the table, what was added and why, what had to be reached, and how it went.
 */
export type Rolled = {
/**
 * The arithmetic in words, as it stands in the line: `d20 [14] + 3 = 17`.
 */
text: string,
/**
 * What was rolled, without what is added ("d20", "3d12!").
 */
pool: string, dice: Array<DieView>,
/**
 * All that was added to the dice, and the parts of it that have a name.
 */
added: number, modifiers: Array<Modifier>, total: number,
/**
 * What had to be reached.
 */
target: Target | null, success: boolean | null, };
