// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { EdgeName } from "./EdgeName";
import type { Fate } from "./Fate";
import type { Sequel } from "./Sequel";
import type { Side } from "./Side";
import type { Who } from "./Who";

/**
 * One thing that the judge decides. Each becomes a step of the history and a line of the log.
 */
export type Judgement = { "act": "set", who: Who, track: string, value: number, } | { "act": "move", who: Who, to: string, } | { "act": "add", creature: string, side: Side, to: string, } | { "act": "remove", who: Who, } | { "act": "hide", who: Who, } | { "act": "reveal", who: Who, } | { "act": "hide-zone", zone: string, } | { "act": "reveal-zone", zone: string, } | { "act": "afflict", who: Who, condition: string, rank?: number, } | { "act": "lift", who: Who, condition: string, } | { "act": "favour", roller?: Who, roll?: string, add?: number, edge?: EdgeName, } | { "act": "dice", roller?: Who, roll?: string, faces: Array<number>, } | { "act": "end", winner: Side | null, } | { "act": "end-adventure", winner: Side | null, } | { "act": "gauge", gauge: string, value: number, } | { "act": "grant", who: Who, what: string, count?: number, } | { "act": "fate", encounter: string, fate: Fate, } | { "act": "check", who: Who, check: string, against?: number, success?: Sequel, failure?: Sequel, } | { "act": "attempt", who: Who, tries: string, check?: string, against?: number, success?: Sequel, failure?: Sequel, } | { "act": "decline", who: Who, tries: string, why: string, } | { "act": "decide", what: string, who?: Who, value: string, } | { "act": "say", text: string, } | { "act": "open", of: Judgement, } | { "act": "secret", of: Judgement, };
