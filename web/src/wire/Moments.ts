// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Moment } from "./Moment";

/**
 * Moments of a fight that is looked at again.
 */
export type Moments = {
/**
 * How many steps there are in all: moments are numbered from 0 to this.
 */
steps: number, moments: Array<Moment>, };
