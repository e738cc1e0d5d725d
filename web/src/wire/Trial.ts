// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Felled } from "./Felled";
import type { Share } from "./Share";
import type { ZoneFalls } from "./ZoneFalls";

/**
 * How it went.
 */
export type Trial = { fights: number, heroes: Share, monsters: Share,
/**
 * Rounds, on average; hours or turns of an adventure are in `time`.
 */
rounds: number,
/**
 * How often each falls, most often first.
 */
falls: Array<Felled>,
/**
 * Where it happens in an adventure, by the number of the zone.
 */
zones: Array<ZoneFalls>,
/**
 * What does not work, as far as these fights tell: as `fracas check` warns of it.
 */
warnings: Array<string>, millis: number, };
