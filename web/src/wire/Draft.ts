// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { ProblemView } from "./ProblemView";

/**
 * The file after that, and what is wrong with it.
 */
export type Draft = { text: string,
/**
 * What it says; none if it is not TOML.
 */
document: Record<string, unknown> | null,
/**
 * As `fracas check` says it.
 */
problems: Array<ProblemView>, omitted: number,
/**
 * What can be played and is hardly meant, as `fracas check` warns of it.
 */
warnings: Array<ProblemView>, };
