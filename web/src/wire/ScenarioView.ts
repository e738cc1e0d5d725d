// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { MapView } from "./MapView";
import type { Token } from "./Token";

/**
 * How a scenario looks at its start to somebody who watches.
 */
export type ScenarioView = {
/**
 * A MapView; its type is in web/src/wire.
 */
map: MapView, tokens: Array<Token>, };
