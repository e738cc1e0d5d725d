// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { BadgeMark } from "./BadgeMark";

/**
 * A condition or a mark on a token.
 */
export type Badge = { name: string,
/**
 * What it does, with its numbers.
 */
means: string, good: boolean, mark: BadgeMark, };
