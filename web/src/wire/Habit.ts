// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

export type Habit = { who: Who,
/**
 * The kind of question: "parry".
 */
question: string,
/**
 * The kind of answer: "yes".
 */
answer: string, };
