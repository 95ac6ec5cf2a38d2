import { inverse, type Pose } from '../core/base/pose.ts';
import { decodeMesh } from '../core/geometry/mesh.ts';
import { at, chain, turned } from '../core/geometry/placement.ts';
import type { Part } from '../core/geometry/shape.ts';
import type { DifferentialDrive } from '../core/robots/model.ts';
import { cornersOf } from './body.ts';
import { applied, ofPose } from './matrix.ts';
import type { Triple, UrdfJoint } from './urdf-document.ts';
import type { UrdfNode } from './urdf-tree.ts';
import { PLACEHOLDER_PAINT } from './urdf-visuals.ts';

/** What two wheels are taken to do where their joints say no velocity. */
export const USUAL_SPEED_M_PER_S = 0.5;
const FASTEST_M_PER_S = 5;
const FASTEST_TURN_RAD_PER_S = Math.PI;
const SMALLEST_WHEEL_M = 0.005;
const LARGEST_WHEEL_M = 2;
/** Of the radius: so much may wheels of one axle differ, or others stand over the ground. */
const ALIKE = 0.1;
/** Of the radius: so much lower than its wheels may something be, such as a caster, whose box is larger than it is. */
const BELOW = 0.5;
const LARGEST_TRACK_M = 100;
const PARALLEL = 0.99;
/** The most that a level axis of length 1 rises. */
const LEVEL = 0.05;
/** Nearer than this it is where it should be. */
const THERE_M = 1e-6;

/** The wheels that a URDF rolls on: pairs of endless joints on parallel axles, left and right, that touch the ground. */
export interface Wheels {
  readonly left: UrdfJoint;
  readonly right: UrdfJoint;
  readonly drive: Omit<DifferentialDrive, 'wheels'>;
  /** By the name of its joint: which of the two it turns with, and how much its own value is of that one's angle forward. */
  readonly rolling: ReadonlyMap<string, { readonly with: UrdfJoint; readonly factor: number }>;
  /** Puts the middle between them over the origin, their rims on the ground and their way forward along x. */
  readonly standing: Pose;
  readonly saysSpeed: boolean;
}

/** A node of a URDF as it stands while all joints are at zero, in metres, in the frame of the model. */
export interface StandingNode {
  readonly node: UrdfNode;
  readonly pose: Pose;
  readonly parts: readonly Part[];
}

interface Wheel {
  readonly joint: UrdfJoint;
  /** Across and along the way it rolls, and up. */
  readonly lateralM: number;
  readonly forwardM: number;
  readonly heightM: number;
  readonly radiusM: number;
  /** 1 if its joint counts forward, else -1. */
  readonly sign: 1 | -1;
}

interface Axle {
  readonly left: readonly Wheel[];
  readonly right: readonly Wheel[];
  readonly first: Wheel;
  readonly middleM: number;
  readonly trackM: number;
}

export function wheelsOf(standing: readonly StandingNode[], meshes: ReadonlyMap<string, Uint8Array>, unitM: number): Wheels | undefined {
  const rollers = rollersAmong(standing);
  const first = rollers[0];
  if (!first) return undefined;
  const left = leftward(axisOf(first));
  const forward: Triple = [left[1], -left[0], 0];
  const wheels = rollers.flatMap((roller) => wheelAt(roller, { standing, meshes, unitM, left, forward }));
  const bottomM = Math.min(...wheels.map(({ heightM, radiusM }) => heightM - radiusM));
  const touching = wheels.filter(({ heightM, radiusM }) => heightM - radiusM <= bottomM + ALIKE * radiusM);
  const axles = axlesOf(touching);
  const main = axles.reduce<Axle | undefined>((best, axle) => (best && best.first.radiusM >= axle.first.radiusM ? best : axle), undefined);
  if (!main) return undefined;
  const radiusM = main.first.radiusM;
  const rolls = new Set(wheels.map(({ joint }) => joint));
  const others = standing.filter(({ node }) => !(node.joint && rolls.has(node.joint)));
  if (lowestOf(others) < bottomM - BELOW * radiusM) return undefined;
  const driven = axles.filter(({ middleM }) => Math.abs(middleM - main.middleM) <= ALIKE * main.trackM);
  return assembled(main, driven, { left, forward, bottomM });
}

/** Endless joints with a level axis that hang on the base itself and carry nothing that moves. Others steer, swivel or wave. */
function rollersAmong(standing: readonly StandingNode[]): StandingNode[] {
  const byName = new Map(standing.map((each) => [each.node.link.name, each]));
  const moves = (joint: UrdfJoint | undefined): boolean =>
    joint !== undefined && ['revolute', 'continuous', 'prismatic'].includes(joint.type);
  const above = (each: StandingNode): StandingNode | undefined => byName.get(each.node.joint?.parent ?? '');
  const carrying = new Set<StandingNode>();
  const hanging = new Set<StandingNode>();
  // Parents come first.
  for (const each of standing) {
    const parent = above(each);
    if (parent && (hanging.has(parent) || moves(parent.node.joint))) hanging.add(each);
    if (moves(each.node.joint)) for (let up = parent; up && !carrying.has(up); up = above(up)) carrying.add(up);
  }
  return standing.filter((each) => {
    const { joint } = each.node;
    if (joint?.type !== 'continuous' || joint.mimic || hanging.has(each) || carrying.has(each)) return false;
    return Math.hypot(...joint.axis) > 1e-9 && Math.abs(axisOf(each)[2]) < LEVEL;
  });
}

/** In the frame of the model. */
function axisOf({ node: { joint }, pose }: StandingNode): Triple {
  const [x, y, z] = joint?.axis ?? [1, 0, 0];
  const length = Math.hypot(x, y, z);
  return applied(ofPose({ ...pose, x: 0, y: 0, z: 0 }), x / length, y / length, z / length);
}

/** Along the axle to the left of who looks along x, or along y where the axle lies along x. */
function leftward([x, y]: Triple): Triple {
  const length = Math.hypot(x, y);
  const sign = Math.abs(y) > 1e-3 * length ? Math.sign(y) : -Math.sign(x);
  return [(sign * x) / length, (sign * y) / length, 0];
}

interface Measures {
  readonly standing: readonly StandingNode[];
  readonly meshes: ReadonlyMap<string, Uint8Array>;
  readonly unitM: number;
  readonly left: Triple;
  readonly forward: Triple;
}

function wheelAt(roller: StandingNode, { standing, meshes, unitM, left, forward }: Measures): Wheel[] {
  const { joint } = roller.node;
  const along = dot(axisOf(roller), left);
  const radiusM = joint && Math.abs(along) > PARALLEL ? radiusOf(roller, standing, meshes, unitM) : undefined;
  if (!joint || radiusM === undefined || !(radiusM >= SMALLEST_WHEEL_M && radiusM <= LARGEST_WHEEL_M)) return [];
  const { x, y, z } = roller.pose;
  const place: Triple = [x, y, z];
  return [{ joint, lateralM: dot(place, left), forwardM: dot(place, forward), heightM: z, radiusM, sign: along > 0 ? 1 : -1 }];
}

/** By what it collides with where that is round, else by what is farthest from its axis; with what is fixed to it. */
function radiusOf(
  roller: StandingNode,
  standing: readonly StandingNode[],
  meshes: ReadonlyMap<string, Uint8Array>,
  unitM: number,
): number | undefined {
  const { joint, link } = roller.node;
  const axis = joint?.axis ?? [1, 0, 0];
  const round = link.collisions.flatMap(({ shape, origin }) => {
    if (shape.kind === 'sphere') return [shape.radius * unitM];
    return shape.kind === 'cylinder' && isAlong(origin, axis) ? [shape.radius * unitM] : [];
  });
  if (round.length > 0) return Math.max(...round);
  const fixed = standing.filter(({ node }) => node.joint?.type === 'fixed' && node.joint.parent === link.name);
  const parts = [
    ...roller.parts,
    ...fixed.flatMap((each) => each.parts.map((part) => ({ ...part, at: chain(inverse(roller.pose), each.pose, part.at) }))),
  ];
  const known = parts.filter(isKnown);
  return known.length === 0 ? undefined : Math.max(...known.map((part) => reachOf(part, axis, meshes)));
}

/** Nobody knows how large what is missing would be. */
const isKnown = ({ paint }: Part): boolean => paint !== PLACEHOLDER_PAINT;

const isAlong = (pose: Pose, axis: Triple): boolean =>
  Math.abs(dot(applied(ofPose({ ...pose, x: 0, y: 0, z: 0 }), 0, 0, 1), axis)) > PARALLEL * Math.hypot(...axis);

/** How far a part of a link reaches from the axis through the link's origin. */
function reachOf(part: Part, axis: Triple, meshes: ReadonlyMap<string, Uint8Array>): number {
  const { shape, at: pose } = part;
  const offAxis = (x: number, y: number, z: number) => distanceFrom(axis, applied(ofPose(pose), x, y, z));
  if (shape.kind === 'sphere') return offAxis(0, 0, 0) + shape.radiusM;
  if (shape.kind === 'cylinder' && isAlong(pose, axis)) return offAxis(0, 0, 0) + shape.radiusM;
  const bytes = shape.kind === 'mesh' ? meshes.get(shape.mesh) : undefined;
  if (!bytes) return Math.max(...cornersOf(part, undefined).map((corner) => distanceFrom(axis, corner)));
  const matrix = ofPose(pose);
  const { positions } = decodeMesh(bytes);
  let farthest = 0;
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const point = applied(matrix, positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0);
    farthest = Math.max(farthest, distanceFrom(axis, point));
  }
  return farthest;
}

function distanceFrom([ax, ay, az]: Triple, [x, y, z]: Triple): number {
  return Math.hypot(ay * z - az * y, az * x - ax * z, ax * y - ay * x) / Math.hypot(ax, ay, az);
}

/** Those of one height and one place along the way, as many to the left of their middle as to the right. */
function axlesOf(wheels: readonly Wheel[]): Axle[] {
  const rest = new Set(wheels);
  const axles: Axle[] = [];
  for (const first of rest) {
    const near = (a: number, b: number) => Math.abs(a - b) <= ALIKE * first.radiusM;
    const same = [...rest].filter(
      (wheel) => near(wheel.forwardM, first.forwardM) && near(wheel.heightM, first.heightM) && near(wheel.radiusM, first.radiusM),
    );
    for (const wheel of same) rest.delete(wheel);
    const middleM = mean(same.map(({ lateralM }) => lateralM));
    const left = same.filter(({ lateralM }) => lateralM > middleM);
    const right = same.filter(({ lateralM }) => lateralM < middleM);
    const trackM = mean(left.map(({ lateralM }) => lateralM)) - mean(right.map(({ lateralM }) => lateralM));
    const isPair = left.length > 0 && left.length === right.length && trackM > first.radiusM / 2 && trackM < LARGEST_TRACK_M;
    if (isPair) axles.push({ left, right, first, middleM, trackM });
  }
  return axles;
}

function assembled(main: Axle, axles: readonly Axle[], { left, forward, bottomM }: { left: Triple; forward: Triple; bottomM: number }) {
  const [leftWheel, rightWheel] = [main.left[0], main.right[0]];
  if (!leftWheel || !rightWheel) return undefined;
  const { radiusM } = main.first;
  const rolling = new Map<string, { with: UrdfJoint; factor: number }>();
  for (const axle of axles) {
    for (const wheel of axle.left) rolling.set(wheel.joint.name, { with: leftWheel.joint, factor: (wheel.sign * radiusM) / wheel.radiusM });
    for (const wheel of axle.right)
      rolling.set(wheel.joint.name, { with: rightWheel.joint, factor: (wheel.sign * radiusM) / wheel.radiusM });
  }
  // It turns about the middle of those that carry it; smaller ones only roll along.
  const carrying = axles.filter(({ first }) => first.radiusM >= (1 - ALIKE) * radiusM).map(({ first }) => first.forwardM);
  const [alongM, acrossM] = [(Math.min(...carrying) + Math.max(...carrying)) / 2, main.middleM];
  const middle = [alongM * forward[0] + acrossM * left[0], alongM * forward[1] + acrossM * left[1], bottomM].map(there);
  const said = leftWheel.joint.limit?.velocity ?? 0;
  const speedMPerS = Math.min(FASTEST_M_PER_S, said > 0 ? said * radiusM : USUAL_SPEED_M_PER_S);
  const turnRadPerS = Math.min(FASTEST_TURN_RAD_PER_S, (2 * speedMPerS) / main.trackM);
  const yaw = Math.atan2(forward[1], forward[0]);
  return {
    left: leftWheel.joint,
    right: rightWheel.joint,
    drive: { wheelRadiusM: radiusM, trackM: main.trackM, speedMPerS, turnRadPerS },
    rolling,
    standing: chain(
      Math.abs(yaw) < THERE_M ? at(0, 0, 0) : turned([0, 0, 1], -yaw),
      at(-(middle[0] ?? 0), -(middle[1] ?? 0), -(middle[2] ?? 0)),
    ),
    saysSpeed: said > 0,
  };
}

const there = (distanceM: number): number => (Math.abs(distanceM) < THERE_M ? 0 : distanceM);

function lowestOf(standing: readonly StandingNode[]): number {
  let lowest = Infinity;
  for (const { parts, pose } of standing) {
    for (const part of parts.filter(isKnown)) for (const [, , z] of cornersOf(part, pose)) lowest = Math.min(lowest, z);
  }
  return lowest;
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
