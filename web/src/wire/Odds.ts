// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ChoiceOdds } from "./ChoiceOdds";

/**
 * Odds of some of the choices at a position.
 */
export type Odds = { position: number, odds: Array<ChoiceOdds>, };
