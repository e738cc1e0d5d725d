// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ChoiceView } from "./ChoiceView";
import type { Gauge } from "./Gauge";
import type { MapView } from "./MapView";
import type { OutcomeView } from "./OutcomeView";
import type { Question } from "./Question";
import type { Quiet } from "./Quiet";
import type { Token } from "./Token";
import type { Unit } from "./Unit";

/**
 * All that one seat sees.
 */
export type TableView = { system: string, title: string,
/**
 * What health is counted in.
 */
health: Unit, round: number,
/**
 * Where in the round the table is, in words.
 */
phase: string,
/**
 * Always in sight: the clock, light and supplies of an adventure; the goals of a fight, whose ids begin with `goal`.
 */
gauges: Array<Gauge>, map: MapView,
/**
 * In the order in which they are listed beside the map.
 */
tokens: Array<Token>, question: Question | null,
/**
 * What this seat may choose now.
 */
choices: Array<ChoiceView>,
/**
 * What somebody might look for and cannot choose, and why.
 */
quiet: Array<Quiet>, outcome: OutcomeView | null, };
