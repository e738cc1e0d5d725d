// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * A mind that waits for `go`.
 */
export type Waiting = { who: Array<Who>,
/**
 * What it means to do: for the judge, and for a solo player who may know it.
 */
means: string | null,
/**
 * It is still thinking; `go` is remembered.
 */
thinks: boolean, };
