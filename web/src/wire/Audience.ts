// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

/**
 * Who sees a picture.
 */
export type Audience = "nobody" | "map" | "everyone" | { "seats": Array<number> };
