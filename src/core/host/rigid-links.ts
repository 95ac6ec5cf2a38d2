import { compose, inverse, ORIGIN, type Pose } from '../base/pose.ts';
import { type CollisionBody, type Convex, inFrame } from '../physics/physics.ts';
import { linkPoses, type Model } from '../robots/robots.ts';

/** Links of a model that never move against each other, as one body in the frame of the first. */
export interface RigidLinks {
  readonly link: number;
  /** Where it is in the frame of the model's base, if it never moves in it. */
  readonly at: Pose | undefined;
  readonly pieces: readonly Convex[];
  /** The degree of freedom that counts the way of the belt on it. */
  readonly belt: number | undefined;
}

const known = new WeakMap<CollisionBody, readonly RigidLinks[]>();

/** A robot that drives is one body: its wheels turn on the spot. */
export function rigidLinksOf(body: CollisionBody): readonly RigidLinks[] {
  const rigid = known.get(body) ?? together(body);
  known.set(body, rigid);
  return rigid;
}

function together({ model, links }: CollisionBody): RigidLinks[] {
  const poses = linkPoses(model, []);
  const found = new Map<number, RigidLinks>();
  for (const [link, { convexes, movesWith, movedBy }] of links.entries()) {
    if (convexes.length === 0) continue;
    const belt = beltOn(model, link);
    const key = belt === undefined ? movesWith : -1 - link;
    const first = found.get(key) ?? { link, at: movedBy.length === 0 ? poses[link] : undefined, pieces: [], belt };
    const offset = compose(inverse(poses[first.link] ?? ORIGIN), poses[link] ?? ORIGIN);
    found.set(key, {
      ...first,
      pieces: [...first.pieces, ...(link === first.link ? convexes : convexes.map((piece) => inFrame(piece, offset)))],
    });
  }
  return [...found.values()];
}

/** Where each of some rigid links is, for a base and values. */
export function framesOf(model: Model, rigid: readonly RigidLinks[], pose: Pose, values: readonly number[]): Pose[] {
  const poses = rigid.every(({ at }) => at) ? [] : linkPoses(model, values);
  return rigid.map(({ link, at }) => compose(pose, at ?? poses[link] ?? ORIGIN));
}

/** The degree of freedom that counts the way of the belt on a link: that of a link on it whose value counts modulo a period. */
function beltOn({ links, dofs }: Model, link: number): number | undefined {
  const belt = links.find(({ parent, period, dof }) => parent === link && period !== undefined && dof !== undefined)?.dof;
  return belt !== undefined && dofs[belt]?.kind === 'translation' ? belt : undefined;
}
