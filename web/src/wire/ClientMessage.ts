// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Audience } from "./Audience";
import type { Bar } from "./Bar";
import type { DiceMode } from "./DiceMode";
import type { Difficulty } from "./Difficulty";
import type { Judgement } from "./Judgement";
import type { SeatKind } from "./SeatKind";
import type { Who } from "./Who";

/**
 * What a client sends. `id` is a text of at most 64 bytes that is used once (a UUID): a message that is sent again after
 * a reconnection, because its reply was lost, is answered and not done twice.
 */
export type ClientMessage = { "type": "choose", id: string, position: number, choice: string, faces?: Array<number>, } | { "type": "faces", id: string, position: number, faces: Array<number>, } | { "type": "withdraw", id: string, position: number, } | { "type": "undo", id: string, position: number, } | { "type": "redo", id: string, position: number, } | { "type": "go", id: string, position: number, turn?: boolean, } | { "type": "auto", id: string, who: Array<Who>, on: boolean, } | { "type": "pace", id: string, ms: number | null, } | { "type": "difficulty", id: string, level: Difficulty, } | { "type": "bar", id: string, whose: Bar, } | { "type": "show", id: string, picture: string, to: Audience, } | { "type": "discard", id: string, picture: string, } | { "type": "explain", id: string, on: boolean, } | { "type": "judge", id: string, act: Judgement, } | { "type": "take-back", id: string, position: number, steps: number, } | { "type": "pause", id: string, on: boolean, } | { "type": "seat", id: string, seat: number, name?: string, controls?: Array<Who>,
/**
 * Let a mind play all that the seat controls.
 */
mind?: boolean,
/**
 * Give it a new link; the old one no longer works.
 */
renew?: boolean, } | { "type": "invite", id: string, kind: SeatKind, name: string, controls: Array<Who>, } | { "type": "dice", id: string, mode: DiceMode, } | { "type": "standing", id: string, who: Who, question: string, answer: string | null, } | { "type": "continue", id: string, on: boolean, } | { "type": "close", id: string, } | { "type": "odds", id: string, position: number, choice: string, } | { "type": "threats", id: string, who: Who, to?: string, } | { "type": "hint", id: string, position: number, } | { "type": "say", id: string, text: string, to?: number, } | { "type": "point", id: string, place: string, } | { "type": "hand", id: string, up: boolean, seat?: number, } | { "type": "ping" };
