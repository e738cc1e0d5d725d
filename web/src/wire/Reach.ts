// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * How other machines reach this server.
 */
export type Reach = {
/**
 * Addresses that work on the same network, each with a slash at its end; none if it listens to this machine alone.
 */
friends: Array<string>,
/**
 * What to do if there is none.
 */
advice: string | null, };
