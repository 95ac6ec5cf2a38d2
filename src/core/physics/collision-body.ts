import { compose, ORIGIN, type Pose } from '../base/pose.ts';
import { boundsOf } from '../geometry/mesh.ts';
import { type DegreeOfFreedom, linkPoses, type Model, type ModelKind } from '../robots/robots.ts';
import { bulkOf } from './bulk.ts';
import { allPlaced, type Convex, convexesOf, convexOf, corners, type PlacedConvex, placePoint } from './convex.ts';
import { leastByBoxesM, leastDistanceM, type Separation, separation } from './separation.ts';
import { lengthOf as away, dot, minus, plus, times, type Vector } from './vector.ts';

/** What of a model can touch something. */
export interface CollisionBody {
  readonly model: Model;
  readonly links: readonly CollisionLink[];
  /** No point of it is ever farther from its base's origin. */
  readonly reachM: number;
  /** Whether anybody looks if its links meet each other. */
  readonly meetsItself: boolean;
  /** Of which pairs. */
  readonly meetings: readonly Meeting[];
  /** No joint moves anything of it that can touch. */
  readonly isRigid: boolean;
  /** Not what is painted on the floor. */
  readonly isSolid: boolean;
}

export interface Ball {
  readonly centre: Vector;
  readonly radiusM: number;
}

/** No point of a convex body moves more than this per radian or metre of a degree of freedom. */
export interface Lever {
  readonly dof: number;
  readonly leverM: number;
}

export interface CollisionLink {
  readonly convexes: readonly Convex[];
  /** Round all of them, in the frame of the link. */
  readonly ball: Ball;
  /** The last link on the way to it that moves against the one before: those with the same one never move against each other. */
  readonly movesWith: number;
  /** The degrees of freedom between it and the base. */
  readonly movedBy: readonly number[];
  /** Where it is in the frame of the base, if none of these moves it: a wheel turns on the spot. */
  readonly at: Pose | undefined;
  /** Of each convex body: what moves it, and by how much. */
  readonly leversM: readonly (readonly Lever[])[];
}

/** Two links of one body that may come to touch, and must not. */
export interface Meeting {
  readonly first: number;
  readonly second: number;
  /** Of each piece of the first, and of the second: by what it moves that does not move the other link too. */
  readonly leversM: readonly (readonly Lever[])[];
  readonly leversOfOtherM: readonly (readonly Lever[])[];
  /** All that bring them together. */
  readonly dofs: readonly number[];
}

export interface PosturedBody {
  readonly body: CollisionBody;
  /** Of each link. */
  readonly links: readonly (readonly PlacedConvex[])[];
  readonly pose: Pose;
}

/** Lower than this it is a mark on the floor. */
const FLAT_M = 0.02;
/** Links that come nearer than this while the model is at home are built that way. */
const BUILT_TOGETHER_M = 0.005;

const MOST_PIECES_OF_LINK = 150;
/** Of more links than this nobody looks whether they meet each other: it would take longer than a tick. */
const MOST_LINKS = 80;
/** Nothing is put down on what drives or walks, and nothing is held by it: there, details of this size need not be told apart. */
const DETAIL_M = 0.009;
const GOING: ReadonlySet<ModelKind> = new Set(['wheeled', 'legged']);

const known = new WeakMap<Model, CollisionBody>();

/** Made once for each model: models are never changed, only replaced. */
export function collisionBodyOf(model: Model): CollisionBody {
  const body = known.get(model) ?? makeBody(model);
  known.set(model, body);
  return body;
}

export function postured(body: CollisionBody, pose: Pose, values: readonly number[]): PosturedBody {
  const poses = posesOf(body, values);
  const links = body.links.map(({ convexes }, index) => {
    return convexes.length === 0 ? [] : allPlaced(convexes, compose(pose, poses[index] ?? ORIGIN));
  });
  return { body, links, pose };
}

/** Where each link is in the frame of the base. Of what drives that is always the same: its joints need not be reckoned. */
export function posesOf({ model, links, isRigid }: CollisionBody, values: readonly number[]): Pose[] {
  const poses = isRigid ? [] : linkPoses(model, values);
  return links.map(({ at }, index) => at ?? poses[index] ?? ORIGIN);
}

/** Indices of a piece and of another one, nearest first: these alone can meet. */
export type Pair = readonly [piece: number, other: number];

/** Those whose balls and boxes are nearer than `withinM`. */
export function pairsWithin(pieces: readonly PlacedConvex[], others: readonly PlacedConvex[], withinM: number): Pair[] {
  const pairs: { pair: Pair; distanceM: number }[] = [];
  for (const [i, piece] of pieces.entries()) {
    for (const [j, other] of others.entries()) {
      if (leastDistanceM(piece, other) >= withinM) continue;
      const distanceM = leastByBoxesM(piece, other);
      if (distanceM < withinM) pairs.push({ pair: [i, j], distanceM });
    }
  }
  return pairs.sort((a, b) => a.distanceM - b.distanceM).map(({ pair }) => pair);
}

/** The nearest that these pairs come, if that is nearer than `withinM`. The likeliest comes first: most others are then too far to be looked at. */
export function nearestOfPairs(
  pieces: readonly PlacedConvex[],
  others: readonly PlacedConvex[],
  pairs: readonly Pair[],
  withinM: number,
): Separation | undefined {
  let nearest: Separation | undefined;
  let least = withinM;
  for (const [i, j] of pairs) {
    const [piece, other] = [pieces[i], others[j]];
    if (!piece || !other || leastDistanceM(piece, other) >= least || leastByBoxesM(piece, other) >= least) continue;
    const found = separation(piece, other);
    if (found.distanceM >= least) continue;
    least = found.distanceM;
    nearest = found;
  }
  return nearest;
}

/** The nearest that some convex bodies come to others, if that is nearer than `withinM`. */
export const nearestTo = (pieces: readonly PlacedConvex[], others: readonly PlacedConvex[], withinM: number): Separation | undefined =>
  nearestOfPairs(pieces, others, pairsWithin(pieces, others, withinM), withinM);

/** Metres between two whole bodies; below zero by how much they overlap. Undefined when it is more than `withinM`. */
export function distanceBetween(a: PosturedBody, b: PosturedBody, withinM: number): number | undefined {
  return nearestTo(a.links.flat(), b.links.flat(), withinM)?.distanceM;
}

function ballRound(convexes: readonly Convex[]): Ball {
  const { centre } = convexOf(
    convexes.map((convex) => convex.centre),
    0,
  );
  return { centre, radiusM: convexes.reduce((most, convex) => Math.max(most, away(minus(convex.centre, centre)) + convex.reachM), 0) };
}

/** A link of more pieces than anybody can look at in a tick is the box round them: nothing of it sticks out. */
function notTooMany(convexes: readonly Convex[]): readonly Convex[] {
  if (convexes.length <= MOST_PIECES_OF_LINK) return convexes;
  const ends = (sign: 1 | -1) => convexes.flatMap(({ centre, reachM }) => centre.map((value) => value + sign * reachM));
  const { low, high } = boundsOf({ positions: [...ends(-1), ...ends(1)] }) ?? { low: [0, 0, 0], high: [0, 0, 0] };
  return [convexOf(corners(low, high), 0)];
}

function makeBody(model: Model): CollisionBody {
  const detailM = GOING.has(model.kind) ? DETAIL_M : 0;
  const pieces = model.links.map(({ parts }) => bulkOf(notTooMany(parts.flatMap(convexesOf)), detailM));
  const own = pieces.map((convexes) => convexes.reduce((most, { centre, reachM }) => Math.max(most, away(centre) + reachM), 0));
  const atHome = linkPoses(model, []);
  const links = model.links.map(({ period }, index): CollisionLink => {
    const chain = chainTo(model, index);
    // What counts modulo a period is the surface of something, like the seams of a belt: it goes round and never leaves.
    const convexes = period === undefined ? (pieces[index] ?? []) : [];
    const movedBy = period === undefined ? chain.flatMap((link) => movingDof(model, link) ?? []) : [];
    return {
      convexes,
      ball: ballRound(convexes),
      movesWith: chain.findLast((link) => movingDof(model, link) !== undefined) ?? 0,
      movedBy,
      at: movedBy.length === 0 ? atHome[index] : undefined,
      leversM: convexes.map((convex) => leversOf(model, chain, convex)),
    };
  });
  const body = {
    model,
    links,
    reachM: reachOf(model, own),
    // A gantry reaches into its own rack: that is its work.
    meetsItself: model.kind !== 'gantry' && links.length <= MOST_LINKS,
    meetings: [],
    isRigid: links.every(({ at, convexes }) => at !== undefined || convexes.length === 0),
    isSolid: model.kind === 'part' || model.extent.heightM >= FLAT_M,
  };
  return body.meetsItself ? { ...body, meetings: meetingsOf(body) } : body;
}

/** What turns without an end (a spindle, a wheel) turns on the spot. */
const ENDLESS_RAD = 100;

function movingDof(model: Model, link: number): number | undefined {
  const index = model.links[link]?.dof;
  const dof = index === undefined ? undefined : model.dofs[index];
  return dof?.kind === 'rotation' && dof.high - dof.low > ENDLESS_RAD ? undefined : index;
}

/** From the base to a link, both included. */
function chainTo(model: Model, link: number): number[] {
  const chain: number[] = [];
  for (let index = link; index >= 0; index = model.links[index]?.parent ?? -1) chain.unshift(index);
  return chain;
}

/** How far any point can be from the base's origin, from how far those of each link are from its own. */
function reachOf(model: Model, own: readonly number[]): number {
  const reaches = [...own];
  for (let link = model.links.length - 1; link > 0; link--) {
    const described = model.links[link];
    if (!described || described.period !== undefined) continue;
    reaches[described.parent] = Math.max(reaches[described.parent] ?? 0, offsetM(model, link) + (reaches[link] ?? 0));
  }
  return reaches[0] ?? 0;
}

/** How far a link's origin can be from its parent's. */
function offsetM(model: Model, link: number): number {
  const { origin, dof: index, factor = 1 } = model.links[link] ?? { origin: ORIGIN };
  const dof = index === undefined ? undefined : model.dofs[index];
  const place: Vector = [origin.x, origin.y, origin.z];
  if (!dof) return away(place);
  if (dof.kind === 'translation') return away(place) + Math.abs(factor) * Math.max(Math.abs(dof.low), Math.abs(dof.high));
  return away(dof.pivot) + away(minus(place, dof.pivot));
}

/** By how much each degree of freedom of the chain can move the points of a piece of its last link, per radian or metre. */
function leversOf(model: Model, chain: readonly number[], { centre, reachM }: Convex): Lever[] {
  const levers = new Map<number, number>();
  // All that its points can reach by the degrees of freedom behind it.
  let ball: Ball = { centre, radiusM: reachM };
  for (const link of [...chain].reverse()) {
    const { origin, dof: index, factor = 1 } = model.links[link] ?? { origin: ORIGIN };
    const inParent = { centre: placePoint(origin, ball.centre), radiusM: ball.radiusM };
    const dof = index === undefined ? undefined : model.dofs[index];
    if (!dof) {
      ball = inParent;
      continue;
    }
    const swept = sweptBy(dof, factor, inParent);
    const moving = movingDof(model, link);
    if (moving !== undefined) {
      const lever = Math.abs(factor) * (dof.kind === 'translation' ? 1 : swept.radiusM);
      levers.set(moving, (levers.get(moving) ?? 0) + lever);
    }
    ball = swept;
  }
  return [...levers].map(([dof, leverM]) => ({ dof, leverM }));
}

/** Where a ball can get to by one degree of freedom: for one that turns, round the nearest point of its axis. */
function sweptBy({ kind, pivot, axis, low, high }: DegreeOfFreedom, factor: number, { centre, radiusM }: Ball): Ball {
  const along = times(axis, 1 / (away(axis) || 1));
  if (kind === 'rotation') {
    const arm = minus(centre, pivot);
    const onAxis = plus(pivot, times(along, dot(arm, along)));
    return { centre: onAxis, radiusM: radiusM + away(minus(centre, onAxis)) };
  }
  return { centre: plus(centre, times(along, (factor * (low + high)) / 2)), radiusM: radiusM + (Math.abs(factor) * (high - low)) / 2 };
}

/** Not of those that are built together. */
function meetingsOf(body: CollisionBody): Meeting[] {
  const { model, links } = body;
  const found: Meeting[] = [];
  const atHome = postured(body, ORIGIN, []);
  for (const [first, here] of links.entries()) {
    for (const [second, there] of links.entries()) {
      const areNeighbours = model.links[second]?.parent === first;
      if (second <= first || areNeighbours || here.movedBy.join() === there.movedBy.join()) continue;
      if (nearestTo(atHome.links[first] ?? [], atHome.links[second] ?? [], BUILT_TOGETHER_M)) continue;
      const leversM = leversApart(here, there);
      const leversOfOtherM = leversApart(there, here);
      const dofs = [...leversM, ...leversOfOtherM].flatMap((levers) => levers.map(({ dof }) => dof));
      found.push({ first, second, leversM, leversOfOtherM, dofs: [...new Set(dofs)] });
    }
  }
  return found;
}

/** Of each piece of a link: what moves it and not another link too. */
const leversApart = ({ leversM }: CollisionLink, { movedBy }: CollisionLink): Lever[][] =>
  leversM.map((levers) => levers.filter(({ dof }) => !movedBy.includes(dof)));
