// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { LogLine } from "./LogLine";
import type { TableView } from "./TableView";

/**
 * The table after a number of steps, and what the last of them told. Nobody chooses here, so the view has no choices.
 */
export type Moment = { step: number,
/**
 * A TableView; its type is in web/src/wire.
 */
view: TableView, lines: Array<LogLine>, };
