// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * Somebody comes to suffer or enjoy something by a choice, or is rid of it.
 */
export type Befall = { who: Who, what: string,
/**
 * It ends, instead of beginning.
 */
ends: boolean, p: number, };
