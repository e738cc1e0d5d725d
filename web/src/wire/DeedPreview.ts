// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type DeedPreview = { title: string, effect: string,
/**
 * The best chance at this moment, and what success means ("hits").
 */
chance: number | null, means: string,
/**
 * Health that the other side loses, on average.
 */
harm: number, };
