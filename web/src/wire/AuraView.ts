// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Who } from "./Who";

/**
 * What surrounds a combatant on a grid, within some squares.
 */
export type AuraView = { who: Who, reach: number, name: string, good: boolean, };
