// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * A number that is added to a roll, or changes a chance, and why. With 0 it says what decides which dice count.
 */
export type Modifier = { name: string, value: number, };
