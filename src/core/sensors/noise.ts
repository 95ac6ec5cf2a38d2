import { chance, type Random } from '../base/random.ts';
import type { Sensor, SensorNoise } from '../robots/robots.ts';

/** Of the normal distribution with deviation 1. */
export function normal(random: Random): number {
  // Never zero, whose logarithm is infinite.
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** As the sensor would tell a distance: what has no echo is told as its range. */
export function erringRange(metres: number, { rangeM, nearestM, noise }: Sensor, random: Random): number {
  const { deviation = 0, deviationPerM = 0, missShare = 0, resolution } = noise;
  if (missShare > 0 && chance(random, missShare)) return rangeM;
  if (metres >= rangeM) return rangeM;
  const spread = deviation + deviationPerM * metres;
  const told = spread > 0 ? metres + spread * normal(random) : metres;
  return Math.min(Math.max(inSteps(told, resolution), nearestM), rangeM);
}

/** As a compass would tell a heading. */
export function erringHeading(headingRad: number, { deviation = 0, resolution }: SensorNoise, random: Random): number {
  const told = deviation > 0 ? headingRad + deviation * normal(random) : headingRad;
  return withinHalfTurn(inSteps(told, resolution));
}

/** The same heading in (-pi, pi]. */
export function withinHalfTurn(rad: number): number {
  const turned = rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI));
  return turned <= -Math.PI ? turned + 2 * Math.PI : turned;
}

const inSteps = (value: number, step: number | undefined): number => (step === undefined ? value : step * Math.round(value / step));
