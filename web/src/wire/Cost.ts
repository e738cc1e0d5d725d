// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Unit } from "./Unit";

/**
 * What a choice costs.
 */
export type Cost = { amount: number, unit: Unit, };
