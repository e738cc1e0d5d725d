// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { DiceMode } from "./DiceMode";
import type { SeatKind } from "./SeatKind";
import type { Who } from "./Who";

export type SeatView = { id: number, name: string, kind: SeatKind, controls: Array<Who>, online: boolean,
/**
 * Does a mind play all that this seat controls?
 */
mind: boolean, dice: DiceMode,
/**
 * Its link's token: for the judge's eyes, and a solo player's.
 */
token: string | null, };
