// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Cost } from "./Cost";
import type { Deed } from "./Deed";
import type { Named } from "./Named";
import type { Role } from "./Role";
import type { Stakes } from "./Stakes";
import type { Tab } from "./Tab";
import type { Who } from "./Who";

/**
 * A choice as a button.
 */
export type ChoiceView = {
/**
 * Its stable text form.
 */
text: string, who: Who,
/**
 * What is done, whomever and wherever it is aimed at: choices with the same deed are one row with several aims.
 */
deed: Deed,
/**
 * What it is for at the table.
 */
role: Role,
/**
 * The whole choice in words.
 */
label: string, tab: Tab,
/**
 * Whom it is aimed at.
 */
targets: Array<Who>,
/**
 * The place it is about: the id of a zone, or a square.
 */
to: string | null,
/**
 * What else tells it from others with the same deed: what is given, taken, paid.
 */
item: Named | null,
/**
 * What it costs whoever does it, beyond the turn itself.
 */
cost: Cost | null,
/**
 * What the player should know before, not after.
 */
warnings: Array<string>,
/**
 * What its success is, as a verb: "hits", "takes hold".
 */
aim: string | null,
/**
 * What stands on the button that does it, where it is chosen first and done after.
 */
button: string | null, rule: string | null, odds: Stakes | null, };
