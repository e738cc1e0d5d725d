// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Bar } from "./Bar";
import type { Bond } from "./Bond";
import type { Changed } from "./Changed";
import type { DiceMode } from "./DiceMode";
import type { Difficulty } from "./Difficulty";
import type { Habit } from "./Habit";
import type { HabitOffer } from "./HabitOffer";
import type { LogLine } from "./LogLine";
import type { May } from "./May";
import type { Meant } from "./Meant";
import type { Mode } from "./Mode";
import type { Named } from "./Named";
import type { Own } from "./Own";
import type { PictureView } from "./PictureView";
import type { Premise } from "./Premise";
import type { SeatView } from "./SeatView";
import type { TableView } from "./TableView";
import type { Undo } from "./Undo";
import type { Veiled } from "./Veiled";
import type { Waiting } from "./Waiting";
import type { Wanted } from "./Wanted";
import type { Who } from "./Who";

/**
 * All that a seat knows of its table, sent on connecting and after every change.
 */
export type State = {
/**
 * Grows by at least one with every change of anything here: a client that reconnects says which it has seen.
 */
revision: number,
/**
 * Which moment of the fight this is. A choice names the position that it answers. No position ever comes twice, so
 * that a late message never meets another question after something was taken back. (How many steps were made is
 * `steps`.)
 */
position: number,
/**
 * How many steps the fight has made.
 */
steps: number,
/**
 * What the table is called by whoever opened it.
 */
name: string, mode: Mode,
/**
 * Without the odds of its choices: they follow in messages of their own.
 */
view: TableView,
/**
 * The client keeps the lines of steps before this one and throws the others away; `lines` come after those.
 */
lines_from: number, lines: Array<LogLine>, undo: Undo, redo: boolean,
/**
 * May this seat undo now, and if not, why?
 */
may_undo: May, seat: Own, seats: Array<SeatView>,
/**
 * Everybody whom a mind plays.
 */
minds: Array<Who>,
/**
 * Milliseconds before a mind acts; none: by hand, each on `go`.
 */
pace: number | null, difficulty: Difficulty,
/**
 * Do minds say why they choose as they do: to the judge, and to a solo player? That may tell what is hidden.
 */
explains: boolean,
/**
 * Who sees how the fight stands.
 */
bar: Bar,
/**
 * A mind is asked and waits for `go`, because the pace is by hand.
 */
waits: Waiting | null,
/**
 * What a mind is about to do, for an arrow on the map: while its pace lets it wait, for every seat that sees all of it;
 * by hand, for whoever says `go`.
 */
meant: Meant | null, paused: boolean,
/**
 * Nothing happens here any more; whoever has a link may have the whole replay.
 */
closed: boolean,
/**
 * How the dice of this seat's combatants are rolled.
 */
dice: DiceMode,
/**
 * Standing answers of this seat's combatants.
 */
standing: Array<Habit>,
/**
 * Which of the present choices can be made a standing answer.
 */
habits: Array<HabitOffer>,
/**
 * The rules have changed since this table was played; until that is answered with `continue`, nothing else is done.
 */
changed: Changed | null,
/**
 * A die that a person at this seat is to type: sent to those who may answer with `faces`.
 */
wanted: Wanted | null,
/**
 * For a judge, in an adventure: what can be given to a hero, and who can be met.
 */
gifts: Array<Named>, encounters: Array<Named>,
/**
 * Who means what to whom, and who heeds, holds or guards whom, as far as this seat knows.
 */
bonds: Array<Bond>,
/**
 * Pictures that this seat may see; for whoever runs the table, all of them.
 */
pictures: Array<PictureView>,
/**
 * For the judge: what is hidden from everybody else until it is revealed.
 */
veiled: Veiled, premise: Premise,
/**
 * Seats with a hand up.
 */
hands: Array<number>, };
