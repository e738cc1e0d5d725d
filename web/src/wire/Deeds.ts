// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { DeedPreview } from "./DeedPreview";
import type { Fact } from "./Fact";

/**
 * What somebody in a fight can do, as players read it.
 */
export type Deeds = {
/**
 * What it is, in a few words.
 */
kind: string,
/**
 * Its numbers as the rules have them at the start of a fight.
 */
facts: Array<Fact>, deeds: Array<DeedPreview>, };
