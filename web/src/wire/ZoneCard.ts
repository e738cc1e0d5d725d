// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type ZoneCard = { id: string, name: string, tags: Array<string>, at: [number, number], exit: boolean, };
