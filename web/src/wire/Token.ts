// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Badge } from "./Badge";
import type { Side } from "./Side";
import type { Status } from "./Status";
import type { Track } from "./Track";
import type { Who } from "./Who";

/**
 * A combatant on the map.
 */
export type Token = { who: Who, id: string, name: string,
/**
 * What it is, in a few words ("fighter 2", "1 HD").
 */
kind: string, side: Side, status: Status,
/**
 * The id of its zone; none when it is off the map.
 */
place: string | null, tracks: Array<Track>, badges: Array<Badge>,
/**
 * Has it still something to do in this turn?
 */
to_act: boolean, };
