// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * The heroes' chance to win if everybody acts by instinct from here on, as far as the seat can know. Better estimates for
 * the same position may follow.
 */
export type Prospect = { position: number, heroes: number,
/**
 * Half the width of the 95 % interval.
 */
error: number, };
