// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Hint } from "./Hint";
import type { Odds } from "./Odds";
import type { Prospect } from "./Prospect";
import type { Reply } from "./Reply";
import type { Said } from "./Said";
import type { State } from "./State";
import type { Threats } from "./Threats";

/**
 * What the server sends over a table's WebSocket.
 */
export type ServerMessage = { "type": "state" } & State | { "type": "odds" } & Odds | { "type": "threats" } & Threats | { "type": "hint" } & Hint | { "type": "chance" } & Prospect | { "type": "talk", said: Array<Said>, } | { "type": "point", seat: number, name: string, place: string, } | { "type": "reply" } & Reply | { "type": "gone", code: string, message: string, advice: string | null, } | { "type": "pong" };
