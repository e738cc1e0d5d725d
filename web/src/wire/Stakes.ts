// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Befall } from "./Befall";
import type { Chance } from "./Chance";
import type { Fall } from "./Fall";
import type { Part } from "./Part";
import type { Range } from "./Range";
import type { Rolled } from "./Rolled";
import type { Split } from "./Split";
import type { Spread } from "./Spread";

/**
 * What a choice may bring.
 */
export type Stakes = {
/**
 * The chance of success, and what success means.
 */
chance?: Chance,
/**
 * What it brings where it succeeds, and where it fails. None where it cannot be told which of the two it was, or where
 * it always comes to the same.
 */
split?: Split,
/**
 * Who may be put out of the fight by it, on either side.
 */
drops: Array<Fall>,
/**
 * Health that the other side loses.
 */
harm: Spread,
/**
 * Health that the own side loses.
 */
loss: Spread,
/**
 * Health that the own side regains.
 */
gain: Spread,
/**
 * How many of the other side are hurt by it, or otherwise worse off.
 */
struck: Spread,
/**
 * How many of the own side are healed by it, or otherwise better off.
 */
aided: Spread,
/**
 * Who comes to suffer or enjoy something, or is rid of it.
 */
befalls?: Array<Befall>,
/**
 * Where health is made of several things: what is lost and regained of each, on average.
 */
parts?: Array<Part>,
/**
 * What the own side gains over the other, in health and in what befalls people, on average.
 */
swing: number,
/**
 * False if there were too many outcomes to count, and these are estimates.
 */
exact: boolean,
/**
 * How many outcomes an estimate is drawn from.
 */
tries?: number,
/**
 * Is this a quick estimate, where better odds can be had?
 */
rough?: boolean,
/**
 * Answers of others that were taken for granted.
 */
assumes: Array<string>,
/**
 * Where something is hidden: the bounds, whatever it is.
 */
range?: Range,
/**
 * What it takes: the rolls of a try that went well, with every modifier and what they are held against, but without
 * faces. Only where somebody looks at the choice.
 */
because?: Array<Rolled>, };
