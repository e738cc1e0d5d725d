// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

export type Question = { asked: Array<Who>, text: string,
/**
 * Is it in the middle of another's action?
 */
reaction: boolean, rule: string | null, };
