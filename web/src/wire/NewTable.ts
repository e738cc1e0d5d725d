// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Difficulty } from "./Difficulty";
import type { Mode } from "./Mode";
import type { NewSeat } from "./NewSeat";

/**
 * Opens a table: with a built-in `scenario` ("delve/ford"), with the text of a scenario file in `toml`, or `like` one that
 * was played.
 */
export type NewTable = { scenario?: string, toml?: string,
/**
 * The same once more: the token of the judge's seat at another table, or of a solo player's.
 */
like?: string,
/**
 * With `like` or `scenario`: these heroes, by id, in the places of the scenario's own.
 */
heroes?: Array<string>,
/**
 * With `like` or `scenario`: on these squares instead of its own.
 */
rows?: Array<string>,
/**
 * The text of a replay file: the table goes on where it ends, or after some of its steps, with dice of its own.
 */
replay?: string,
/**
 * A puzzle by its id: the table starts at its position.
 */
puzzle?: string, steps?: number,
/**
 * For an adventure: the text of a party's file, which goes instead of the adventure's own.
 */
party?: string, seed?: number, name?: string, mode?: Mode, difficulty?: Difficulty,
/**
 * Which heroes go to which seat, by id; without it, all to one seat at a solo table, and one seat each otherwise.
 */
seats?: Array<NewSeat>, };
