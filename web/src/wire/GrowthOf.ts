// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { DraftEdits } from "./DraftEdits";

/**
 * Whose next steps are wanted: a table of the list `hero` or `party`.
 */
export type GrowthOf = { draft: DraftEdits, list: string, number: number, };
