// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { AuraView } from "./AuraView";
import type { Link } from "./Link";
import type { Piece } from "./Piece";
import type { Reachable } from "./Reachable";
import type { Treasure } from "./Treasure";
import type { ZoneCard } from "./ZoneCard";

export type MapView = { "kind": "zones", zones: Array<ZoneCard>, links: Array<Link>,
/**
 * Pairs of zones that see each other, adjacent or not, each once; none where sight does not matter.
 */
sight: Array<[number, number]>, } | { "kind": "squares", width: number, height: number,
/**
 * A row of characters for each row of squares: [`MapView::FLOOR`], [`MapView::OBSTRUCTED`], [`MapView::WALL`],
 * a door as [`crate::Door::glyph`] draws it, or [`MapView::UNKNOWN`] where this seat must not know.
 */
cells: Array<string>,
/**
 * As many characters, [`MapView::UNKNOWN`] where whoever acts now cannot see, [`MapView::FLOOR`] elsewhere.
 */
fog: Array<string>, pieces: Array<Piece>, treasure: Array<Treasure>, auras: Array<AuraView>,
/**
 * Where whoever acts now can move, for this seat to know.
 */
reach: Array<Reachable>, };
