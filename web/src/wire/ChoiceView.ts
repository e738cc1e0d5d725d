// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
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
text: string, who: Who, label: string, tab: Tab, targets: Array<Who>,
/**
 * The id of the zone it is about.
 */
to: string | null,
/**
 * What the player should know before, not after.
 */
warnings: Array<string>,
/**
 * What its success is, as a verb: "hits", "takes hold".
 */
aim: string | null, rule: string | null, odds: Stakes | null, };
