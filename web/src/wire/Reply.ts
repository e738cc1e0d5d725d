// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * The answer to a client's message. `ok` means that it is done and kept: it survives the death of the server.
 */
export type Reply = {
/**
 * None if the message had no readable id.
 */
id: string | null, ok: boolean,
/**
 * A short stable name of what is wrong.
 */
code?: string, message?: string, advice?: string, };
