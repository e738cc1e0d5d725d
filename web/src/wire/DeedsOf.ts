// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { TrialOf } from "./TrialOf";

/**
 * Whose deeds are wanted.
 */
export type DeedsOf = { trial: TrialOf,
/**
 * The id of the hero or creature.
 */
who: string, };
