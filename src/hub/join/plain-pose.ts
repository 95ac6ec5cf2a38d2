import { type Pose, planarPose, yawOf } from '../../library/manyhands.ts';
import type { Place } from './word-reader.ts';

/** A pose as people and scripts write it: metres and degrees. */
export interface PlainPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly yawDeg: number;
}

export const plainPose = (pose: Pose): PlainPose => ({
  x: Number(pose.x.toFixed(6)),
  y: Number(pose.y.toFixed(6)),
  z: Number(pose.z.toFixed(6)),
  yawDeg: Number(((yawOf(pose) * 180) / Math.PI).toFixed(4)),
});

/** `(1.500, -2.000) 90.0°` */
export const writtenPose = ({ x, y, yawDeg }: PlainPose): string => `(${metres(x)}, ${metres(y)}) ${degrees(yawDeg)}`;

const metres = (value: number): string => withoutMinusZero(value.toFixed(3)).padStart(6);
export const degrees = (value: number): string => `${withoutMinusZero(value.toFixed(1))}°`;
const withoutMinusZero = (text: string): string => text.replace(/^-(0(\.0+)?)$/, '$1');

/** The pose at a place, at the height and, if the place does not say, turned as `now`. */
export const poseAt = ({ x, y, yawRad }: Place, now: Pose): Pose => ({ ...planarPose(x, y, yawRad ?? yawOf(now)), z: now.z });
