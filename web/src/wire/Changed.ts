// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Today's program does not give what was told at this table, or is not the one that told it.
 */
export type Changed = { message: string,
/**
 * For the judge: the lines of the first step that differs, as they were told and as they would be now.
 */
told: Array<string>, now: Array<string>,
/**
 * Is it for this seat to answer?
 */
ask: boolean,
/**
 * It was answered: the table is left as it was told. (It can still be continued.)
 */
left: boolean, };
