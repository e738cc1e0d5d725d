// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type Fact = {
/**
 * As files call it, where they say it at all ("hp").
 */
id: string, name: string, value: number, };
