// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Side } from "./Side";

/**
 * A position from real play in which one has to choose well.
 */
export type PuzzleCard = {
/**
 * "system/name"
 */
id: string, system: string,
/**
 * The fight that it is from.
 */
title: string,
/**
 * Who has to choose, and for which side.
 */
who: string, side: Side, round: number, };
