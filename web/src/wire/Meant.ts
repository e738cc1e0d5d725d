// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * A choice that is about to be made.
 */
export type Meant = { who: Who, targets: Array<Who>, to: string | null, };
