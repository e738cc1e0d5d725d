// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Side } from "./Side";

export type OutcomeView = { winner: Side | null, text: string, };
