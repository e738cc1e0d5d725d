// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Audience } from "./Audience";

/**
 * A picture that whoever runs the table has brought.
 */
export type PictureView = {
/**
 * For `GET /api/tables/{table}/pictures/{picture}`.
 */
id: string, name: string,
/**
 * In pixels.
 */
width: number, height: number,
/**
 * Does it lie under the map? Otherwise it is a handout.
 */
map: boolean,
/**
 * Who sees it; told to whoever runs the table.
 */
to: Audience | null, };
