// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Something about the whole table that is counted: the time of day, torches, meals.
 */
export type Gauge = {
/**
 * As in the judge's `set` ("torches").
 */
id: string, name: string,
/**
 * As it is shown ("day 1, 14:20").
 */
text: string, means: string,
/**
 * Is there little or nothing left of it?
 */
low: boolean, };
