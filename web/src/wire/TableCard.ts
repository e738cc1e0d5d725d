// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { SeatKind } from "./SeatKind";

/**
 * A table that a browser has a token for.
 */
export type TableCard = { table: string,
/**
 * The token that it was found by.
 */
token: string, seat: SeatKind, name: string, title: string, system: string, round: number, players: Array<string>,
/**
 * Milliseconds since 1970.
 */
updated: number,
/**
 * Who won, or "draw", if it is over.
 */
over: string | null, };
