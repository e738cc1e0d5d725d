// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Stakes } from "./Stakes";
import type { Who } from "./Who";

/**
 * Something that an enemy could do.
 */
export type Threat = { by: Who,
/**
 * The choice as people see it.
 */
label: string,
/**
 * What it would have to do first, if anything: one such way of several.
 */
after: string | null, stakes: Stakes, };
