// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * What is hidden, for the judge to see.
 */
export type Veiled = { who: Array<Who>, zones: Array<string>, };
