// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Better } from "./Better";
import type { Side } from "./Side";

export type ReviewStep = {
/**
 * Counted from one.
 */
step: number, round: number,
/**
 * The id of whoever chose; `judge` for the judge.
 */
who: string, name: string, side?: Side, choice: string, label: string, before: number, after: number, luck: number, skill: number,
/**
 * How near `before` is to the truth.
 */
error: number, better?: Better, };
