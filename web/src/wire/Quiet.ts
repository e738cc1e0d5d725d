// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Deed } from "./Deed";
import type { Who } from "./Who";

/**
 * A choice that cannot be taken now.
 */
export type Quiet = { who: Who, deed: Deed, label: string, why: string, rule: string | null,
/**
 * Would a player look for it here?
 */
sought: boolean,
/**
 * Whom it would be aimed at, and the place it would be about.
 */
targets: Array<Who>, to: string | null, };
