// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { PlayerLink } from "./PlayerLink";

export type Links = { judge: string, players: Array<PlayerLink>, watcher: string, };
