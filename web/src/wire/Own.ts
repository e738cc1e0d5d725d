// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { SeatKind } from "./SeatKind";
import type { Who } from "./Who";

/**
 * The seat that a state is for.
 */
export type Own = { id: number, kind: SeatKind, name: string, controls: Array<Who>,
/**
 * May it say `go`, `auto` for anybody, `pace` and `pause`? (The judge; at a solo table the player too.)
 */
host: boolean, };
