// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Crowd } from "./Crowd";

export type Question = { asked: Crowd, text: string,
/**
 * Is it in the middle of another's action?
 */
reaction: boolean, rule: string | null, };
