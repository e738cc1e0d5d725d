// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { BondKind } from "./BondKind";
import type { Who } from "./Who";

/**
 * What ties somebody to somebody else or to a place, for a line on the map.
 */
export type Bond = { kind: BondKind, who: Who,
/**
 * Whom it is about; none where it is about a place.
 */
whom: Who | null, place: string | null, };
