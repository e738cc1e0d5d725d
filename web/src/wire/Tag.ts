// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { TagKind } from "./TagKind";

/**
 * Something about a zone, in a word or two.
 */
export type Tag = { text: string, kind: TagKind,
/**
 * What it does, with its numbers; empty where the word says it all.
 */
means: string, };
