// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * A choice that a good mind would consider.
 */
export type Advised = { who: Who,
/**
 * Its text form, and as people read it.
 */
choice: string, label: string,
/**
 * The share of fights won after it, where the mind played them to the end.
 */
wins: number | null,
/**
 * What it is worth where it did not: only differences tell much. And how far that may be off.
 */
worth: number, error: number, why: string, };
