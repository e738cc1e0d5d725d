// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Rolled } from "./Rolled";

export type LinePart = { "text": string } | { "roll": Rolled };
