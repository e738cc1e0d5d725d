// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ScenarioView } from "./ScenarioView";
import type { Wins } from "./Wins";

/**
 * A scenario as it is offered on the start page.
 */
export type ScenarioCard = { system: string, id: string,
/**
 * "fight" or "adventure".
 */
kind: string, title: string, about: string, heroes: Array<string>, foes: Array<string>,
/**
 * How often the heroes lose when everybody acts by instinct, from 0 to 1; none until that has been tried out.
 */
difficulty: number | null,
/**
 * How often heroes who act by instinct win at each difficulty of a table, from 0 to 1; none where that was not
 * measured. A Wins; its type is in web/src/wire.
 */
wins: Wins | null,
/**
 * It is in the library of whoever runs the server, and does not come with the program.
 */
yours: boolean, view: ScenarioView, };
