// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --features types --test types`.
// Do not edit.

/**
 * A scenario as it is offered on the start page.
 */
export type ScenarioCard = { system: string, id: string, title: string, about: string, heroes: Array<string>, foes: Array<string>,
/**
 * How often the heroes lose when everybody acts by instinct, from 0 to 1.
 */
difficulty: number | null, };
