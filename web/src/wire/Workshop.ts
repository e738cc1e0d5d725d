// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { WorkshopFile } from "./WorkshopFile";

/**
 * What there is to work on.
 */
export type Workshop = {
/**
 * The folder of the library; none if the server has none, so that nothing can be saved.
 */
folder: string | null, systems: Array<string>,
/**
 * Of one's own, by path.
 */
files: Array<WorkshopFile>,
/**
 * Those that come with the program, to be copied.
 */
built_in: Array<WorkshopFile>, };
