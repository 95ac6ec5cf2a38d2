import { compose, distance, type Pose } from '../base/pose.ts';
import { AT_REST, type Velocity } from '../physics/physics.ts';
import { type BaseMotion, carryingFrame, type EntityView, endOf, type Participant, poseAt } from '../world/world.ts';
import { type Foreseen, velocityBetween } from './foresight.ts';
import { FASTEST_M_PER_S } from './lookout.ts';
import type { Neighbour, Neighbourhood } from './neighbourhood.ts';

/** A part that we own, and that nothing holds and nobody sends anywhere. */
export interface Loose {
  /** What everybody believes of it. */
  said: BaseMotion;
  /** Up to there what is foreseen of it was found to agree with what was said, or has been said. */
  agreed?: Foreseen | undefined;
  isAwake: boolean;
  /** How it moves when it is let go: until it takes part, and not again when it is woken later. */
  velocity: Velocity;
}

/** Rests on it, perhaps: nearer than this. */
const NEAR_M = 0.05;
/** So far things go until the next tick, and those that start from rest much less. */
const SOON_M = 0.3;
const FASTEST_RAD_PER_S = 50;
/** Over this time it is seen how fast something was carried. */
const CARRIED_MS = 30;

/** Keeps book of the parts that a participant owns, and wakes those that something has become of. */
export class LooseParts {
  readonly #world: Participant;
  readonly #loose = new Map<string, Loose>();
  /** Follow a motion that somebody asked for; where that ends they are let go. */
  readonly #sent = new Set<string>();
  /** What rides, and how. */
  readonly #rides = new Map<string, BaseMotion>();
  /** Of everything: where it was last seen to stand or to set out, and how far it reaches. */
  readonly #places = new Map<string, { readonly pose: Pose; readonly reachM: number }>();

  constructor(world: Participant) {
    this.#world = world;
  }

  get(part: string): Loose | undefined {
    return this.#loose.get(part);
  }

  get all(): IterableIterator<[string, Loose]> {
    return this.#loose.entries();
  }

  get areAny(): boolean {
    return this.#loose.size > 0;
  }

  get areAwake(): boolean {
    return this.#sent.size > 0 || [...this.#loose.values()].some(({ isAwake }) => isAwake);
  }

  /** Everything is as it was described: it must find its rest anew. */
  wakeAll(): void {
    for (const [part, { said }] of this.#loose) {
      const base = this.#world.entity(part)?.motion.base;
      this.#loose.set(part, { said: base ?? said, isAwake: true, velocity: AT_REST });
    }
  }

  /** Something became of an entity, undefined when it is gone: which of our parts may move for it. */
  changed(entity: string, neighbour: Neighbour | undefined, worldMs: number): readonly string[] {
    const before = this.#places.get(entity);
    const now = neighbour && { pose: neighbour.view.posture.pose, reachM: neighbour.body.reachM };
    if (now) this.#places.set(entity, now);
    else this.#places.delete(entity);
    const isLetGo = this.#sort(entity, neighbour, worldMs);
    // Who goes wakes what it meets on its way.
    const stands = !neighbour || endOf(neighbour.motion.base) <= worldMs;
    const isElsewhere = !before || !now || distance(before.pose, now.pose) > 0.0005;
    const woken = stands && isElsewhere ? [before, now].flatMap((place) => (place ? this.#around(entity, place) : [])) : [];
    return isLetGo ? [entity, ...woken] : woken;
  }

  /** What moves now may soon touch one of them. */
  areNear(near: Neighbourhood, { pose, body }: Neighbour): boolean {
    return near.around(pose, { reachM: body.reachM, speedMPerS: 0 }, 0, SOON_M).some(({ id }) => {
      const [loose, there] = [this.#loose.get(id), this.#places.get(id)];
      if (!loose || !there) return false;
      // What was pushed is no longer where it was put.
      const at = poseAt(loose.said, near.worldMs, () => undefined) ?? there.pose;
      return distance(at, pose) < body.reachM + there.reachM + SOON_M;
    });
  }

  /** Whose motion has ended: they are let go. */
  letGo(worldMs: number): string[] {
    return [...this.#sent].filter((part) => {
      const view = this.#world.entity(part);
      if (view && endOf(view.motion.base) > worldMs) return false;
      this.#sent.delete(part);
      if (view) this.#loose.set(part, { said: view.motion.base, isAwake: true, velocity: AT_REST });
      return view !== undefined;
    });
  }

  /** Whether a part is loose now that was not, or was put somewhere else. */
  #sort(entity: string, neighbour: Neighbour | undefined, worldMs: number): boolean {
    const known = this.#loose.get(entity);
    const ride = this.#rides.get(entity);
    const wasOurs = known !== undefined || ride !== undefined || this.#sent.has(entity);
    const isOurs = neighbour?.body.model.kind === 'part' && neighbour.view.isMine;
    if (!isOurs || isHeld(neighbour)) {
      this.#loose.delete(entity);
      this.#sent.delete(entity);
      if (isOurs && neighbour.parent !== undefined) this.#rides.set(entity, neighbour.motion.base);
      else this.#rides.delete(entity);
      return false;
    }
    const { base } = neighbour.motion;
    if (known && isSame(known.said, base)) return false;
    this.#rides.delete(entity);
    // What comes into our hands while it moves goes on; what was ours already was sent by somebody.
    if (wasOurs && endOf(base) > worldMs) {
      this.#loose.delete(entity);
      this.#sent.add(entity);
      return false;
    }
    this.#sent.delete(entity);
    this.#loose.set(entity, { said: base, isAwake: true, velocity: this.#velocityOf(neighbour, ride, worldMs) });
    return true;
  }

  #velocityOf({ motion: { base } }: Neighbour, ride: BaseMotion | undefined, worldMs: number): Velocity {
    const carrier = ride?.kind === 'ride' ? this.#world.entity(ride.parent) : undefined;
    if (ride?.kind === 'ride' && carrier) return this.#carriedBy(carrier, ride);
    if (endOf(base) <= worldMs) return AT_REST;
    const [from, to] = [poseAt(base, worldMs, () => undefined), poseAt(base, worldMs + CARRIED_MS, () => undefined)];
    return from && to ? believable(velocityBetween(from, to, CARRIED_MS / 1000)) : AT_REST;
  }

  /** As fast as the gripper that let go of it. */
  #carriedBy(carrier: EntityView, { through, offset }: Extract<BaseMotion, { kind: 'ride' }>): Velocity {
    const { sharedMs, rate } = this.#world.time;
    if (rate === 0) return AT_REST;
    const at = (ms: number) => compose(carryingFrame(carrier.postureAt(ms), through), offset);
    return believable(velocityBetween(at(sharedMs - CARRIED_MS / rate), at(sharedMs), CARRIED_MS / 1000));
  }

  #around(entity: string, place: { readonly pose: Pose; readonly reachM: number }): string[] {
    const woken: string[] = [];
    for (const [part, loose] of this.#loose) {
      const there = this.#places.get(part);
      if (part === entity || loose.isAwake || !there) continue;
      const resting = poseAt(loose.said, Number.MAX_SAFE_INTEGER, () => undefined) ?? there.pose;
      if (distance(resting, place.pose) > place.reachM + there.reachM + NEAR_M) continue;
      loose.isAwake = true;
      woken.push(part);
    }
    return woken;
  }
}

/** In a gripper, on a robot, at somebody's stick, or stopped: it does not fall. */
const isHeld = ({ parent, view }: Neighbour): boolean =>
  parent !== undefined || view.control.driver !== undefined || view.control.stop !== undefined;

/** What is faster was put somewhere else by its motion: it does not fly on. */
const believable = (velocity: Velocity): Velocity =>
  Math.hypot(...velocity.linear) > FASTEST_M_PER_S || Math.hypot(...velocity.angular) > FASTEST_RAD_PER_S ? AT_REST : velocity;

const isSame = (a: BaseMotion, b: BaseMotion): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
