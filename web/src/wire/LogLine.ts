// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { LinePart } from "./LinePart";
import type { Tone } from "./Tone";
import type { Who } from "./Who";

/**
 * A line of the log, with the step that it belongs to. (Steps are counted from 0; a note about something taken back
 * belongs to the last step that stood.)
 */
export type LogLine = { step: number, text: string,
/**
 * The same, cut into words and rolls.
 */
parts: Array<LinePart>, tone: Tone,
/**
 * Whom it is about.
 */
about: Array<Who>, rule: string | null, };
