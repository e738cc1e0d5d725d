// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { CardFace } from "./CardFace";

/**
 * The verb of a choice.
 */
export type Deed = {
/**
 * The same for the same thing done, for ever ("attack sword").
 */
id: string,
/**
 * For people, without whom or where ("Strike · sword").
 */
title: string,
/**
 * What it does, with its numbers: the text of the spell, card, ability or item.
 */
effect: string,
/**
 * For a card that is played.
 */
card?: CardFace, };
