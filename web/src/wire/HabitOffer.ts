// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * A choice that can be made a standing answer.
 */
export type HabitOffer = {
/**
 * The choice's text form.
 */
choice: string, who: Who, question: string, answer: string, };
