import Rapier, { type Collider, type RigidBody, type World } from '@dimforge/rapier3d-simd-compat';
import type { Pose } from '../core/base/pose.ts';
import {
  allPlaced,
  type BodyState,
  type Convex,
  convexOf,
  type Dynamics,
  type Engine,
  GROUND,
  leastFromM,
  lengthOf,
  minus,
  type NewBody,
  type PlacedConvex,
  placed,
  type Touch,
  type Vector,
  type Velocity,
} from '../core/physics/physics.ts';
import { colliderOf } from './rapier-shapes.ts';

/** Short enough that a stack of parts of 4 cm stands, and that a robot at 1.2 m/s goes 12 mm in it. */
const STEP_MS = 10;
const GRAVITY_M_PER_S2 = 9.81;
/** Parts are of this size: what counts as slow, or as near, is measured by it. */
const LENGTH_UNIT_M = 0.1;
/** How stiff contacts are, in Hz: five parts on one another sink by less than a millimetre. Stiffer, they would not come to rest. */
const CONTACT_HZ = 100;
/** A contact is seen coming over this distance: more than the fastest robots go in a step. */
const SEEN_AHEAD_M = 0.05;
/** What sleeps so near to something that moves is woken: it must give way in the same step in which it is touched. */
const WAKING_M = 0.02;
/** What is slower than this stands, but for a tremble. */
const STANDS_M_PER_S = 0.002;
const STANDS_RAD_PER_S = 0.02;
/** When all have stood for so many steps, they sleep. */
const STANDS_STEPS = 30;
const LOOKS_EVERY_STEPS = 5;
/** Nearer than this two bodies count as touching. */
const TOUCHING_M = 0.001;
const GROUND_HALF_M = 2000;
const GROUND_FRICTION = 0.6;

let isLoaded: Promise<void> | undefined;

export async function loadRapier(): Promise<Engine> {
  isLoaded ??= Rapier.init().then(stopItsWatch);
  await isLoaded;
  return () => new RapierDynamics();
}

/**
 * The engine looks at the clock 32 times in each step, for counters that nobody reads: a tenth of a step of few bodies. It takes the clock with its
 * first step and keeps it: so that one gets a clock that stands.
 */
function stopItsWatch(): void {
  const watch = Object.getOwnPropertyDescriptor(globalThis, 'performance');
  if (!watch?.configurable) return;
  Object.defineProperty(globalThis, 'performance', { configurable: true, value: { now: () => 0 } });
  const world = new Rapier.World({ x: 0, y: 0, z: 0 });
  try {
    world.step();
  } finally {
    Object.defineProperty(globalThis, 'performance', watch);
    world.free();
  }
}

interface Body {
  readonly id: string;
  readonly kind: NewBody['kind'];
  readonly rigid: RigidBody;
  readonly colliders: readonly Collider[];
  readonly pieces: readonly Convex[];
  /** A ball round it: its centre is in its own frame. */
  readonly ball: { readonly centre: Convex; readonly reachM: number };
  /** Where a belt is put back after each step, and where a moved body goes in the next. */
  pose: Pose;
  surface: Vector;
  /** Of a moved body: how far it goes in the next step. */
  wayM: number;
  /** Of a free body. While all sleep nothing is simulated. */
  isAsleep: boolean;
}

class RapierDynamics implements Dynamics {
  readonly stepMs: number = STEP_MS;
  readonly #world: World;
  readonly #bodies = new Map<string, Body>();
  readonly #idOf = new Map<number, string>();
  readonly #free = new Set<Body>();
  readonly #belts = new Set<Body>();
  /** What goes somewhere in the next step. */
  readonly #movers = new Set<Body>();
  /** For so long nothing that is free has moved. */
  #stoodSteps = 0;

  constructor() {
    this.#world = new Rapier.World({ x: 0, y: 0, z: -GRAVITY_M_PER_S2 });
    this.#world.timestep = STEP_MS / 1000;
    this.#world.lengthUnit = LENGTH_UNIT_M;
    this.#world.integrationParameters.contact_natural_frequency = CONTACT_HZ;
    const ground = this.#world.createRigidBody(Rapier.RigidBodyDesc.fixed());
    const slab = Rapier.ColliderDesc.cuboid(GROUND_HALF_M, GROUND_HALF_M, 1).setTranslation(0, 0, -1).setFriction(GROUND_FRICTION);
    this.#world.createCollider(slab, ground);
    this.#idOf.set(ground.handle, GROUND);
  }

  [Symbol.dispose](): void {
    this.#bodies.clear();
    this.#world.free();
  }

  has(id: string): boolean {
    return this.#bodies.has(id);
  }

  add(id: string, body: NewBody): void {
    this.remove(id);
    const { x, y, z } = body.pose;
    const described = descriptionOf(body.kind)
      .setTranslation(x, y, z)
      .setRotation(rotationOf(body.pose))
      .setSoftCcdPrediction(SEEN_AHEAD_M);
    // The engine's own sleep is not used: one that is added asleep, and touches something, falls for some steps before that holds it.
    if (body.kind === 'free')
      described
        .setLinvel(...body.velocity.linear)
        .setAngvel(vectorOf(body.velocity.angular))
        .setCanSleep(false);
    const rigid = this.#world.createRigidBody(described);
    const colliders = body.pieces.map((piece) => this.#world.createCollider(colliderOf(piece).setFriction(body.friction), rigid));
    if (body.kind === 'free') {
      const volume = colliders.reduce((sum, collider) => sum + collider.volume(), 0);
      for (const collider of colliders) collider.setDensity(body.massKg / Math.max(volume, 1e-9));
    }
    this.#idOf.set(rigid.handle, id);
    const { kind, pose } = body;
    const isAsleep = kind === 'free' && body.isAsleep;
    const ball = ballRound(body.pieces);
    const added: Body = { id, kind, rigid, colliders, pieces: body.pieces, ball, pose, surface: [0, 0, 0], wayM: 0, isAsleep };
    this.#stoodSteps = 0;
    this.#bodies.set(id, added);
    if (kind === 'free') this.#free.add(added);
    if (kind === 'belt') this.#belts.add(added);
  }

  remove(id: string): void {
    const body = this.#bodies.get(id);
    if (!body) return;
    this.#bodies.delete(id);
    for (const some of [this.#free, this.#belts, this.#movers]) some.delete(body);
    this.#idOf.delete(body.rigid.handle);
    this.#world.removeRigidBody(body.rigid);
  }

  move(id: string, pose: Pose): void {
    const body = this.#body(id);
    const { x, y, z } = body.rigid.translation();
    body.wayM = Math.sqrt((pose.x - x) ** 2 + (pose.y - y) ** 2 + (pose.z - z) ** 2) + turnOf(body.rigid, pose) * body.ball.reachM;
    if (body.wayM > 0) this.#movers.add(body);
    body.pose = pose;
    body.rigid.setNextKinematicTranslation(pose);
    body.rigid.setNextKinematicRotation(rotationOf(pose));
  }

  put(id: string, pose: Pose, velocity?: Velocity): void {
    const body = this.#body(id);
    body.pose = pose;
    body.wayM = 0;
    this.#stoodSteps = 0;
    body.isAsleep = false;
    this.#movers.delete(body);
    place(body);
    if (!velocity) return;
    body.rigid.setLinvel(vectorOf(velocity.linear), true);
    body.rigid.setAngvel(vectorOf(velocity.angular), true);
  }

  run(id: string, surface: Vector): void {
    this.#body(id).surface = surface;
  }

  wake(id: string): void {
    this.#body(id).isAsleep = false;
    this.#stoodSteps = 0;
  }

  sleep(id: string): void {
    const body = this.#body(id);
    body.isAsleep = true;
    body.rigid.setLinvel({ x: 0, y: 0, z: 0 }, false);
    body.rigid.setAngvel({ x: 0, y: 0, z: 0 }, false);
  }

  stateOf(id: string): BodyState {
    const { rigid, isAsleep } = this.#body(id);
    return {
      pose: poseOf(rigid),
      velocity: { linear: arrayOf(rigid.linvel()), angular: arrayOf(rigid.angvel()) },
      isAsleep,
    };
  }

  step(): void {
    this.#wakeWhatIsMet();
    if (this.#isAnyAwake()) this.#simulate();
    else for (const mover of this.#movers) place(mover);
    for (const mover of this.#movers) mover.wayM = 0;
    this.#movers.clear();
  }

  #isAnyAwake(): boolean {
    for (const { isAsleep } of this.#free) if (!isAsleep) return true;
    return false;
  }

  #simulate(): void {
    for (const { rigid, surface } of this.#belts) rigid.setLinvel(vectorOf(surface), false);
    this.#world.step();
    // It ran away with its surface.
    for (const { rigid, pose } of this.#belts) rigid.setTranslation(pose, false);
    for (const body of this.#free) if (body.isAsleep && !stands(body.rigid)) this.wake(body.id);
    this.#letSleep();
  }

  #letSleep(): void {
    this.#stoodSteps++;
    if (this.#stoodSteps % LOOKS_EVERY_STEPS !== 0) return;
    if (!this.#doAllStand()) this.#stoodSteps = 0;
    else if (this.#stoodSteps >= STANDS_STEPS) for (const { id } of this.#free) this.sleep(id);
  }

  #doAllStand(): boolean {
    for (const { rigid } of this.#free) if (!stands(rigid)) return false;
    return true;
  }

  touchesOf(id: string): Touch[] {
    const deepest = new Map<string, Touch>();
    for (const collider of this.#body(id).colliders) {
      this.#world.contactPairsWith(collider, (other) => {
        const rigid = other.parent();
        const otherId = rigid ? this.#idOf.get(rigid.handle) : undefined;
        if (otherId === undefined) return;
        const touch = this.#touch(collider, other, otherId);
        if (touch && touch.depthM > (deepest.get(otherId)?.depthM ?? -TOUCHING_M)) deepest.set(otherId, touch);
      });
    }
    return [...deepest.values()];
  }

  #touch(collider: Collider, other: Collider, otherId: string): Touch | undefined {
    let found: Touch | undefined;
    this.#world.contactPair(collider, other, (manifold) => {
      for (let index = 0; index < manifold.numContacts(); index++) {
        const depthM = -manifold.contactDist(index);
        if (depthM <= (found?.depthM ?? Number.NEGATIVE_INFINITY)) continue;
        const { x, y, z } = manifold.solverContactPoint(0) ?? collider.translation();
        found = { with: otherId, depthM, at: [x, y, z] };
      }
    });
    return found;
  }

  #body(id: string): Body {
    const body = this.#bodies.get(id);
    if (!body) throw new RangeError(`there is no body ${id}`);
    return body;
  }

  #wakeWhatIsMet(): void {
    for (const mover of this.#movers) this.#wakeWhatMeets(mover);
    for (const belt of this.#belts) if (isRunning(belt.surface)) this.#wakeWhatMeets(belt);
  }

  #wakeWhatMeets(mover: Body): void {
    let way: Way | undefined;
    for (const body of this.#free) {
      if (!body.isAsleep) continue;
      way ??= { centre: centreOf(mover), pieces: undefined };
      if (isMet(body, mover, way)) this.wake(body.id);
    }
  }
}

/** Where something that moves is before its next step: the same for all that sleeps. */
interface Way {
  readonly centre: Vector;
  /** Of all its pieces, where somebody was so near that these were asked for. */
  pieces: readonly PlacedConvex[] | undefined;
}

/** Whether some piece of what moves comes near to what sleeps. */
function isMet(body: Body, mover: Body, way: Way): boolean {
  const at = centreOf(body);
  const withinM = body.ball.reachM + mover.wayM + WAKING_M;
  if (lengthOf(minus(at, way.centre)) >= mover.ball.reachM + withinM) return false;
  way.pieces ??= allPlaced(mover.pieces, poseOf(mover.rigid));
  return way.pieces.some((piece) => leastFromM(piece, at) < withinM);
}

const stands = (rigid: RigidBody): boolean =>
  lengthOf(arrayOf(rigid.linvel())) < STANDS_M_PER_S && lengthOf(arrayOf(rigid.angvel())) < STANDS_RAD_PER_S;

/** Where it is said to be, at once. */
function place({ rigid, kind, pose }: Body): void {
  rigid.setTranslation(pose, kind === 'free');
  rigid.setRotation(rotationOf(pose), kind === 'free');
  if (kind !== 'moved') return;
  rigid.setNextKinematicTranslation(pose);
  rigid.setNextKinematicRotation(rotationOf(pose));
}

function descriptionOf(kind: NewBody['kind']) {
  switch (kind) {
    case 'fixed':
      return Rapier.RigidBodyDesc.fixed();
    case 'moved':
      return Rapier.RigidBodyDesc.kinematicPositionBased();
    case 'belt':
      return Rapier.RigidBodyDesc.kinematicVelocityBased();
    case 'free':
      return Rapier.RigidBodyDesc.dynamic();
  }
}

const rotationOf = ({ qx, qy, qz, qw }: Pose) => ({ x: qx, y: qy, z: qz, w: qw });
const isRunning = (surface: Vector): boolean => surface.some((value) => value !== 0);
const vectorOf = ([x, y, z]: Vector) => ({ x, y, z });
const arrayOf = ({ x, y, z }: { x: number; y: number; z: number }): Vector => [x, y, z];

function turnOf(rigid: RigidBody, { qx, qy, qz, qw }: Pose): number {
  const { x, y, z, w } = rigid.rotation();
  return 2 * Math.acos(Math.min(1, Math.abs(qx * x + qy * y + qz * z + qw * w)));
}

function centreOf({ rigid, ball }: Body): Vector {
  return placed(ball.centre, poseOf(rigid)).centre;
}

function poseOf(rigid: RigidBody): Pose {
  const at = rigid.translation();
  const turn = rigid.rotation();
  return { x: at.x, y: at.y, z: at.z, qx: turn.x, qy: turn.y, qz: turn.z, qw: turn.w };
}

function ballRound(pieces: readonly Convex[]): Body['ball'] {
  const first = pieces[0];
  if (!first) return { centre: convexOf([[0, 0, 0]], 0), reachM: 0 };
  let sum: Vector = [0, 0, 0];
  for (const { centre } of pieces) sum = [sum[0] + centre[0], sum[1] + centre[1], sum[2] + centre[2]];
  const middle: Vector = [sum[0] / pieces.length, sum[1] / pieces.length, sum[2] / pieces.length];
  const awayM = ({ centre: [x, y, z] }: Convex) => Math.sqrt((x - middle[0]) ** 2 + (y - middle[1]) ** 2 + (z - middle[2]) ** 2);
  return {
    centre: convexOf([middle], 0),
    reachM: Math.max(...pieces.map((piece) => awayM(piece) + piece.reachM)),
  };
}
