// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Links } from "./Links";

/**
 * A table was opened: the tokens of its seats, and which of them the opener takes.
 */
export type Opened = { table: string, links: Links, you: string, };
