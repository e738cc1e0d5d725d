// Generated from the Rust types by `FRACAS_WRITE_TYPES=1 cargo test -p fracas-server --test types`.
// Do not edit.
import type { Person } from "./Person";
import type { ReviewStep } from "./ReviewStep";
import type { TurningPoint } from "./TurningPoint";

export type Review = { system: string, title: string,
/**
 * `counted` where every value is exact, otherwise `sampled`.
 */
method: string,
/**
 * From the heroes' side: 1 is won, 0 lost, 0.5 a draw.
 */
initial: number, final: number,
/**
 * Was it fought to its end? If not, `final` is what it was worth when it was left.
 */
over: boolean,
/**
 * Every value is this near to the truth, 95 times of 100.
 */
error: number, steps: Array<ReviewStep>, people: Array<Person>,
/**
 * The steps that changed most, by number, the greatest first.
 */
turning_points: Array<TurningPoint>,
/**
 * What a choice of the heroes threw away, on average.
 */
rating: number, };
