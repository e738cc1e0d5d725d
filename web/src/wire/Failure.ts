// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ProblemView } from "./ProblemView";

/**
 * A request that failed.
 */
export type Failure = {
/**
 * A short stable name of what is wrong.
 */
code: string, message: string, advice: string | null,
/**
 * What is wrong with an uploaded scenario.
 */
problems: Array<ProblemView>, };
