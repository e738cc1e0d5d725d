// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Threat } from "./Threat";
import type { Who } from "./Who";

/**
 * What enemies could do to somebody if it were their turn now, as far as the seat that asked knows.
 */
export type Threats = {
/**
 * Of the message that asked.
 */
id: string,
/**
 * The moment that they were worked out for: of no interest once the table has moved on.
 */
position: number, who: Who, threats: Array<Threat>,
/**
 * False if there was no time for all of them.
 */
complete: boolean, };
