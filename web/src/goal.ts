/** Gauges stand for supplies and for goals; only an adventure has supplies. */
import type { Gauge } from './types';

export const isGoal = (gauge: Gauge): boolean => gauge.id.startsWith('goal');

export const supplies = (gauges: Gauge[] | undefined): Gauge[] => (gauges ?? []).filter((gauge) => !isGoal(gauge));
