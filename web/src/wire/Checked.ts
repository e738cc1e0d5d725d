// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ProblemView } from "./ProblemView";

export type Checked = { ok: boolean, problems: Array<ProblemView>,
/**
 * How many more were found than are listed.
 */
omitted: number, };
