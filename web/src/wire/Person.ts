// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.

export type Person = { who: string, name: string,
/**
 * From the heroes' side, as in the steps.
 */
luck: number, skill: number, choices: number, mistakes: number, blunders: number,
/**
 * What a choice threw away, on average, for their own side.
 */
rating: number, };
