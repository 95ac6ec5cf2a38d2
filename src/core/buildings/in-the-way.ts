import type { Pose } from '../base/pose.ts';
import { collisionBodyOf, distanceBetween, type PosturedBody, postured } from '../physics/physics.ts';
import type { Model } from '../robots/robots.ts';

/** Something that stands somewhere, or is to stand there. */
export interface Standing {
  readonly id: string;
  readonly model: Model;
  readonly pose: Pose;
  readonly values: readonly number[];
}

/** Less than this is how poses are rounded, and how things stand side by side. */
const TOUCHING_M = 0.002;

/** Which of `others` something stands in; none of them is a mark on the floor. */
export function standsIn(one: Standing, others: readonly Standing[]): Standing[] {
  const body = bodyOf(one);
  return body.body.isSolid ? others.filter((other) => overlap(body, bodyOf(other))) : [];
}

const known = new WeakMap<Standing, PosturedBody>();

function bodyOf(standing: Standing): PosturedBody {
  const body = known.get(standing) ?? postured(collisionBodyOf(standing.model), standing.pose, standing.values);
  known.set(standing, body);
  return body;
}

function overlap(a: PosturedBody, b: PosturedBody): boolean {
  if (!b.body.isSolid) return false;
  const apartM = Math.hypot(a.pose.x - b.pose.x, a.pose.y - b.pose.y, a.pose.z - b.pose.z);
  if (apartM > a.body.reachM + b.body.reachM) return false;
  return (distanceBetween(a, b, 0) ?? 0) < -TOUCHING_M;
}

const STEP_M = 0.1;
const FARTHEST_M = 3;
const DIRECTIONS = 24;
/** It is not put so close to a wall that it could not turn. */
const ROOM_M = 0.05;

/** The nearest pose at which something stands in none of these, turned as it is; undefined when there is none within 3 m. */
export function freePlace(one: Standing, others: readonly Standing[]): Pose | undefined {
  for (let awayM = STEP_M; awayM <= FARTHEST_M + STEP_M / 2; awayM += STEP_M) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const angle = (direction * 2 * Math.PI) / DIRECTIONS;
      const pose = { ...one.pose, x: one.pose.x + awayM * Math.cos(angle), y: one.pose.y + awayM * Math.sin(angle) };
      if (isRoomy({ ...one, pose }, others)) return pose;
    }
  }
  return undefined;
}

function isRoomy(one: Standing, others: readonly Standing[]): boolean {
  const body = bodyOf(one);
  return others.every((other) => {
    const there = bodyOf(other);
    const apartM = Math.hypot(body.pose.x - there.pose.x, body.pose.y - there.pose.y, body.pose.z - there.pose.z);
    if (!there.body.isSolid || apartM > body.body.reachM + there.body.reachM + ROOM_M) return true;
    return distanceBetween(body, there, ROOM_M) === undefined;
  });
}
