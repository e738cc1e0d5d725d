// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * What a zone looks like, for a drawn hint. Content names it.
 */
export type Picture = "open" | "water" | "fire" | "trees" | "height" | "wall" | "stone" | "ground" | "wood" | "dark";
