import { compose, type Pose, yawOf } from '../base/pose.ts';
import type { Sensor } from '../robots/robots.ts';
import { cast } from './cast.ts';
import { nearestInCone } from './cone.ts';
import { fanOf } from './fan.ts';
import { type Stand, standAt } from './polygon.ts';
import type { Surroundings } from './surroundings.ts';

/** Seen from above it looks along its x, however it is tilted. */
const standOf = (pose: Pose): Stand => standAt(pose.x, pose.y, yawOf(pose));

let lengths = new Float64Array(256);

/** How far each beam of a sensor at a pose gets, without its noise, but for the body it is on. */
export function rangesOf(surroundings: Surroundings, sensor: Sensor, at: Pose, body?: string): number[] {
  const { elements, beams, fieldOfViewRad, beamWidthRad, rangeM, nearestM } = sensor;
  const fan = fanOf(beams, fieldOfViewRad);
  if (lengths.length < beams) lengths = new Float64Array(beams);
  const metres: number[] = [];
  for (const element of elements) {
    const pose = compose(at, element);
    const field = surroundings.fieldAt(pose.z);
    const stand = standOf(pose);
    if (beamWidthRad === 0) cast(field, fan, stand, rangeM, lengths, body);
    for (let beam = 0; beam < beams; beam++) {
      const metre =
        beamWidthRad === 0
          ? (lengths[beam] as number)
          : nearestInCone(field, turnedBy(stand, fan.cos[beam] as number, fan.sin[beam] as number), beamWidthRad / 2, rangeM, body);
      metres.push(Math.min(Math.max(metre, nearestM), rangeM));
    }
  }
  return metres;
}

export const NUMBERS_PER_BEAM = 4;

/** Where the beams of a sensor at a pose begin and go: x, y, cosine and sine of each, in the order in which they are told. */
export function beamsOf({ elements, beams, fieldOfViewRad }: Sensor, at: Pose): Float64Array {
  const fan = fanOf(beams, fieldOfViewRad);
  const told = new Float64Array(NUMBERS_PER_BEAM * elements.length * beams);
  elements.forEach((element, index) => {
    const stand = standOf(compose(at, element));
    for (let beam = 0; beam < beams; beam++) {
      const { x, y, cos, sin } = turnedBy(stand, fan.cos[beam] as number, fan.sin[beam] as number);
      told.set([x, y, cos, sin], NUMBERS_PER_BEAM * (index * beams + beam));
    }
  });
  return told;
}

const turnedBy = ({ x, y, cos, sin }: Stand, byCos: number, bySin: number): Stand => ({
  x,
  y,
  cos: cos * byCos - sin * bySin,
  sin: sin * byCos + cos * bySin,
});
