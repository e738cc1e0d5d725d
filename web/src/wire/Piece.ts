// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { PieceColour } from "./PieceColour";
import type { Who } from "./Who";

/**
 * The body of a combatant on a grid.
 */
export type Piece = { who: Who,
/**
 * Its upper left square.
 */
at: [number, number],
/**
 * How many squares it is wide and high.
 */
size: number, colour: PieceColour, };
