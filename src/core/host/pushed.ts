import { compose, inverse, ORIGIN } from '../base/pose.ts';
import { fastestMPerS, nearestTo, type PosturedBody, postured, type Trajectory } from '../physics/physics.ts';
import { linkPoses } from '../robots/robots.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';

/** Nearer than this a part is pushed. */
const TOUCHING_M = 0.005;

/** A part that would go along with a robot, as if it were fixed to the link that touches it. */
export interface Pushed {
  readonly id: string;
  readonly trajectory: Trajectory;
}

/** Those of some parts that a robot touches, directly or through others, and where they go with it. */
export function pushedAlong(near: Neighbourhood, planned: Trajectory, parts: readonly Neighbour[]): Pushed[] {
  const start = planned.at(near.worldMs);
  const robot = postured(planned.body, start.pose, start.values);
  const left = new Map(parts.map((part) => [part.id, bodyOf(part)]));
  const pushed: Pushed[] = [];
  const speed = fastestMPerS(planned);
  const take = (touching: PosturedBody, link: number): void => {
    for (const [id, body] of [...left]) {
      if (!left.has(id) || !nearestTo(touching.links[link] ?? [], body.links.flat(), TOUCHING_M)) continue;
      left.delete(id);
      pushed.push({ id, trajectory: fixedTo(planned, linkOf.get(touching) ?? link, body, near.worldMs, speed) });
      linkOf.set(body, linkOf.get(touching) ?? link);
      for (const own of body.links.keys()) take(body, own);
    }
  };
  /** By which link of the robot a part is pushed. */
  const linkOf = new Map<PosturedBody, number>();
  for (const link of robot.links.keys()) take(robot, link);
  return pushed;
}

const bodyOf = ({ body, pose, values }: Neighbour): PosturedBody => postured(body, pose, values);

function fixedTo(planned: Trajectory, link: number, { body, pose }: PosturedBody, fromMs: number, speed: number): Trajectory {
  const frameAt = (worldMs: number) => {
    const { pose: base, values } = planned.at(worldMs);
    return compose(base, linkPoses(planned.body.model, values)[link] ?? ORIGIN);
  };
  const offset = compose(inverse(frameAt(fromMs)), pose);
  // It sticks out of the robot, and swings the wider for it.
  const turning = planned.pace.baseRadPerS + planned.pace.ratesPerS.reduce((sum, rate) => sum + Math.abs(rate), 0);
  return {
    body,
    pace: { baseMPerS: speed + 2 * turning * body.reachM, baseRadPerS: 0, ratesPerS: [] },
    at: (worldMs) => ({ pose: compose(frameAt(worldMs), offset), values: [] }),
  };
}
