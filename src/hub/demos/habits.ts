import { distance, type Pose, planarPose, yawOf } from '../../core/base/pose.ts';
import { turnBetween } from '../../core/navigation/following.ts';
import type { ActionDraft } from '../../core/world/world.ts';
import type { Habit } from './life.ts';

/** A place in a cycle: where the degrees of freedom go together, in how long, and how long they rest there. */
export interface Station {
  readonly values: readonly number[];
  readonly moveMs: number;
  readonly restMs?: number | undefined;
}

/** From station to station, round and round: all degrees of freedom arrive together. */
export const cycle = (entity: string, stations: readonly Station[]): Habit => ({
  entity,
  next: (_view, step) => {
    const station = stations[step % stations.length];
    return station
      ? { actions: [{ kind: 'assume', values: [...station.values], durationMs: station.moveMs }], restMs: station.restMs }
      : { actions: [] };
  },
});

export type Corner = readonly [x: number, y: number];

export interface Speed {
  readonly forwardMPerS: number;
  readonly turnRadPerS: number;
}

/** Round by the corners, for ever: from wherever it is to each in turn, turning on the spot before it sets off. */
export const patrol = (
  entity: string,
  corners: readonly Corner[],
  speed: Speed,
  /** What else moves on the way: a tail, a head. */
  meanwhile: Habit['next'] = () => ({ actions: [] }),
): Habit => ({
  entity,
  next: (view, step, random) => {
    const besides = meanwhile(view, step, random);
    return { actions: [round(view.posture.pose, corners, speed), ...besides.actions], restMs: besides.restMs };
  },
});

/** From somewhere to each corner in turn. */
export function round(from: Pose, corners: readonly Corner[], { forwardMPerS, turnRadPerS }: Speed): ActionDraft {
  const knots: { afterMs: number; pose: Pose }[] = [];
  let here = from;
  let afterMs = 0;
  for (const [x, y] of corners) {
    if (Math.hypot(x - here.x, y - here.y) < 0.01) continue;
    const heading = Math.atan2(y - here.y, x - here.x);
    const turned = { ...planarPose(here.x, here.y, heading), z: from.z };
    const there = { ...planarPose(x, y, heading), z: from.z };
    afterMs += (1000 * Math.abs(turnBetween(yawOf(here), heading))) / turnRadPerS;
    knots.push({ afterMs, pose: turned });
    afterMs += (1000 * distance(turned, there)) / forwardMPerS;
    knots.push({ afterMs, pose: there });
    here = there;
  }
  return { kind: 'follow', knots: knots.length > 0 ? knots : [{ afterMs: 0, pose: from }] };
}
