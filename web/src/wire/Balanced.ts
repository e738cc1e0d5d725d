// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Share } from "./Share";

export type Balanced = {
/**
 * What to change, and to what ("foes.goblin.count", "4").
 */
path: string, value: string, heroes: Share,
/**
 * Do its bounds hold what was wanted?
 */
met: boolean, fights: number,
/**
 * The scenario with it.
 */
text: string, };
