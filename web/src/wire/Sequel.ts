// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Judgement } from "./Judgement";

/**
 * What follows from a check, one way or the other.
 */
export type Sequel = {
/**
 * In words, for the log.
 */
says?: string, acts?: Array<Judgement>, };
