// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Stakes } from "./Stakes";

export type ChoiceOdds = {
/**
 * The choice's text form.
 */
text: string, stakes: Stakes, };
