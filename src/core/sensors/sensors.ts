/** What sensors measure of a world that they see as outlines at their height. Start reading at instrument.ts; the rules are in SPEC.md. */
export { cast } from './cast.ts';
export { nearestInCone } from './cone.ts';
export { Fan, fanOf } from './fan.ts';
export { Field } from './field.ts';
export { type Bearer, Instrument, isMeasured, isRangeSensor, type Measured } from './instrument.ts';
export { erringRange, normal } from './noise.ts';
export { type Leg, Odometer, type Reckoned } from './odometer.ts';
export { AT_ORIGIN, type Polygon, type Stand, standAt } from './polygon.ts';
export { beamsOf, NUMBERS_PER_BEAM, rangesOf } from './ranges.ts';
export type { Surroundings } from './surroundings.ts';
