// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { DraftEdits } from "./DraftEdits";

/**
 * A scenario to be tried out.
 */
export type TrialOf = { draft: DraftEdits,
/**
 * A part of the library that is being edited as well, and counts as it is here.
 */
beside?: DraftEdits,
/**
 * The text of a party's file; in a fight its heroes are as on their sheets.
 */
party?: string,
/**
 * Who decides for the heroes and for the monsters: "random", "instinct", "greedy", "search:200".
 */
minds?: [string, string],
/**
 * How long it may take, in milliseconds.
 */
millis?: number, };
