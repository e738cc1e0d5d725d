// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * A choice that a mind would consider, for people.
 */
export type Advice = { who: Who,
/**
 * The choice in its stable text form.
 */
choice: string,
/**
 * As people read it.
 */
label: string,
/**
 * What it is worth: 0 is an even fight with nothing lost, 1.5 all that can be had. Only differences tell much.
 */
worth: number,
/**
 * How far that may be off.
 */
error: number,
/**
 * The share of fights that were won after it, where they were played to the end.
 */
wins?: number,
/**
 * Why, in a few words.
 */
why: string, };
