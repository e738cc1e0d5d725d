// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Means } from "./Means";

export type Split = { success: Means, failure: Means, };
