import type { Pose } from '../base/pose.ts';

const SPEED_M_PER_S = 1;
const ACCELERATION_M_PER_S2 = 0.8;
/** Straight pieces of a speeding up or slowing down. */
const PIECES = 10;

/** The way of a cabin to another height: it sets off and arrives softly. */
export function journey(from: Pose, toZ: number): { readonly afterMs: number; readonly pose: Pose }[] {
  const [wayM, sign] = [Math.abs(toZ - from.z), Math.sign(toZ - from.z)];
  const topM = Math.min(SPEED_M_PER_S, Math.sqrt(wayM * ACCELERATION_M_PER_S2));
  const rampS = topM / ACCELERATION_M_PER_S2;
  const cruiseS = (wayM - topM * rampS) / topM;
  const knot = (afterS: number, goneM: number) => ({ afterMs: Math.round(1000 * afterS), pose: { ...from, z: from.z + sign * goneM } });
  const rising = Array.from({ length: PIECES }, (_, index) => {
    const seconds = (rampS * (index + 1)) / PIECES;
    return { seconds, goneM: (ACCELERATION_M_PER_S2 * seconds ** 2) / 2 };
  });
  const wholeS = 2 * rampS + cruiseS;
  return [
    ...rising.map(({ seconds, goneM }) => knot(seconds, goneM)),
    ...rising
      .toReversed()
      .slice(1)
      .map(({ seconds, goneM }) => knot(wholeS - seconds, wayM - goneM)),
    { afterMs: Math.max(1, Math.round(1000 * wholeS)), pose: { ...from, z: toZ } },
  ];
}
