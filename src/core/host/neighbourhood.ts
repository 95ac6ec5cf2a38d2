import { compose, type Pose } from '../base/pose.ts';
import {
  type CollisionBody,
  Course,
  collisionBodyOf,
  fastestMPerS,
  type PlacedConvex,
  postured,
  type Trajectory,
} from '../physics/physics.ts';
import type { Model } from '../robots/robots.ts';
import {
  type Carrier,
  carryingFrame,
  type EntityView,
  type Instant,
  type Participant,
  poseAt,
  valueAt,
  type WholeMotion,
} from '../world/world.ts';
import { endMsOf, paceOf } from './pace.ts';
import { Places } from './places.ts';

/** The model of an entity, if it is known here. */
export type Models = (id: string) => Model | undefined;

/** Something that can touch and be touched, as its newest state says that it moves. */
export class Neighbour {
  readonly id: string;
  readonly view: EntityView;
  readonly body: CollisionBody;
  readonly motion: WholeMotion;
  /** Where it is now. */
  readonly pose: Pose;
  readonly values: readonly number[];
  #pieces: readonly PlacedConvex[] | undefined;
  #standing: Course | undefined;

  constructor(view: EntityView, body: CollisionBody) {
    const { base, dofs, pose, values } = view.postureNow;
    this.id = view.id;
    this.view = view;
    this.body = body;
    this.motion = { base, dofs };
    this.pose = pose;
    this.values = values;
  }

  /** What it rides on. */
  get parent(): string | undefined {
    const { base } = this.motion;
    return base.kind === 'ride' ? base.parent : undefined;
  }

  /** Where its pieces are now. Kept here, for most looks ask for it more than once: a WeakMap would keep those of all looks until the next great collection. */
  get pieces(): readonly PlacedConvex[] {
    this.#pieces ??= postured(this.body, this.pose, this.values).links.flat();
    return this.#pieces;
  }

  /** Of what stands, for as long as it does: all that pass by look at the same places. */
  get standing(): Course {
    const { body, pose, values } = this;
    const pace = { baseMPerS: 0, baseRadPerS: 0, ratesPerS: values.map(() => 0) };
    this.#standing ??= new Course({ body, pace, at: () => ({ pose, values }) });
    return this.#standing;
  }
}

/** Undefined when its model is not known here, or when it is out of sight. */
export function neighbourOf(view: EntityView, models: Models): Neighbour | undefined {
  const model = models(view.description.model);
  return !model || view.isElsewhere ? undefined : new Neighbour(view, collisionBodyOf(model));
}

/** What is kept from one look to the next. */
export interface Looked {
  readonly places: Places;
  /** What stands, as it was made for the first look that found it so: until something becomes of it, it is the same. */
  readonly standing: Map<string, Neighbour>;
  readonly generation: number;
}

/** All bodies of a world, as one participant knows them at one instant. */
export class Neighbourhood {
  readonly #neighbours = new Map<string, Neighbour | undefined>();
  /** Of what moves. */
  readonly #courses = new Map<Neighbour, Course>();
  /** What may come near to each of those that were asked. */
  readonly #around = new Map<Neighbour, readonly Neighbour[]>();
  readonly looked: Looked;
  readonly worldMs: number;
  /** World milliseconds per shared millisecond. */
  readonly rate: number;
  readonly generation: number;
  readonly #sharedMs: number;
  readonly #world: Participant;
  readonly #models: Models;

  /** With places of an earlier look: what moves is looked at again, or nothing, and what `look` was called for since. After a reset all is elsewhere. */
  constructor(world: Participant, models: Models, earlier?: Looked & { readonly isFresh: boolean }) {
    const { worldMs, rate, sharedMs, generation } = world.time;
    const looked = earlier?.generation === generation ? earlier : undefined;
    this.#world = world;
    this.#models = models;
    this.generation = generation;
    this.worldMs = worldMs;
    this.rate = rate;
    this.#sharedMs = sharedMs;
    this.looked = { places: looked?.places ?? new Places(), standing: looked?.standing ?? new Map(), generation };
    if (!looked) for (const { id } of world.entities) this.#place(id);
    else if (!looked.isFresh) for (const id of looked.places.moving()) this.#place(id);
  }

  /** Something has become of an entity: it is looked at, and what rides on it. */
  look(id: string): void {
    this.looked.standing.delete(id);
    for (const member of this.#familyOf(id)) this.#place(member);
  }

  #place(id: string): void {
    const neighbour = this.get(id);
    if (!neighbour) {
      this.looked.places.delete(id);
      return;
    }
    const { pose, body, parent } = neighbour;
    const { x, y, z } = pose;
    this.looked.places.put({ id, x, y, z, reachM: body.reachM, speedMPerS: this.speedOf(neighbour), atMs: this.worldMs, parent });
  }

  /** As it is now: its state is newer than the rest. */
  refresh(id: string): Neighbour | undefined {
    this.#neighbours.delete(id);
    this.#courses.clear();
    this.look(id);
    return this.get(id);
  }

  /** Of its state, and of all that it stands or rides on. */
  hashOf({ id, view, parent }: Neighbour): number {
    let hash = view.stateHash;
    if (parent === undefined) return hash;
    for (const carrier of this.carriers(id)) hash = (Math.imul(hash, 31) + (this.get(carrier)?.view.stateHash ?? 0)) | 0;
    return hash;
  }

  get(id: string): Neighbour | undefined {
    const met = this.#neighbours.get(id);
    if (met || this.#neighbours.has(id)) return met;
    const known = this.looked.standing.get(id);
    const neighbour = known && !known.view.isElsewhere ? known : this.#find(id);
    this.#neighbours.set(id, neighbour);
    return neighbour;
  }

  #find(id: string): Neighbour | undefined {
    const view = this.#world.entity(id);
    const neighbour = view && neighbourOf(view, this.#models);
    if (neighbour && neighbour.parent === undefined && endMsOf(neighbour.motion) <= this.worldMs) this.looked.standing.set(id, neighbour);
    return neighbour;
  }

  /** What does not stand. */
  moving(): Neighbour[] {
    return this.looked.places.moving().flatMap((id) => this.get(id) ?? []);
  }

  /** An entity and all that rides on it: they move as one. */
  family(id: string): Neighbour[] {
    return this.#familyOf(id).flatMap((member) => this.get(member) ?? []);
  }

  #familyOf(id: string): string[] {
    const family = new Set([id]);
    for (const member of family) for (const rider of this.looked.places.ridersOn(member)) family.add(rider);
    return [...family];
  }

  /** How fast any point of it moves at most by its newest state, m/s. */
  speedOf(neighbour: Neighbour): number {
    return this.looked.standing.get(neighbour.id) === neighbour ? 0 : this.course(neighbour).fastestMPerS;
  }

  /** Where it goes from now on by its newest state, for all who look out for it. */
  course(neighbour: Neighbour): Course {
    if (this.looked.standing.get(neighbour.id) === neighbour) return neighbour.standing;
    const course = this.#courses.get(neighbour) ?? new Course(this.trajectory(neighbour));
    this.#courses.set(neighbour, course);
    return course;
  }

  /** All that can come as near as `marginM` to a body at a place that goes at most so fast, within some seconds of world time. */
  around({ x, y, z }: Pose, body: { readonly reachM: number; readonly speedMPerS: number }, seconds: number, marginM: number): Neighbour[] {
    const reachM = body.reachM + marginM + body.speedMPerS * seconds;
    return this.looked.places.around({ x, y, z, reachM, seconds }, this.worldMs).flatMap((id) => this.get(id) ?? []);
  }

  /** The answer to what may come near to something is the same all through a look. */
  aroundOnce(neighbour: Neighbour, look: () => readonly Neighbour[]): readonly Neighbour[] {
    const found = this.#around.get(neighbour) ?? look();
    this.#around.set(neighbour, found);
    return found;
  }

  /** What an entity stands or rides on, all the way down. */
  carriers(id: string): Set<string> {
    const carriers = new Set<string>();
    for (let parent = this.get(id)?.parent; parent !== undefined && !carriers.has(parent); parent = this.get(parent)?.parent)
      carriers.add(parent);
    return carriers;
  }

  /** Where it goes by its newest state. Frozen where its owner's promise ends. */
  trajectory({ id, view, body, motion, parent }: Neighbour, riders: readonly string[] = []): Trajectory {
    // Two that were put on each other at the same moment ride in a circle, and nobody is the lowest.
    const carrier = parent === undefined || riders.includes(parent) ? undefined : this.get(parent);
    const own = paceOf(motion, this.worldMs);
    const carried = carrier && fastestMPerS(this.trajectory(carrier, [...riders, id]));
    return {
      body,
      pace: carried === undefined ? own : { ...own, baseMPerS: carried },
      at: (worldMs) => view.postureIn(this.#instantAt(worldMs)),
    };
  }

  /** Where a member of a family goes if the first of it moves like this. */
  planned(member: Neighbour, first: Neighbour, motion: WholeMotion): Trajectory {
    const own = paceOf(motion, this.worldMs);
    const carrier = motion.base.kind === 'ride' ? this.get(motion.base.parent) : undefined;
    const lead = { body: first.body, pace: carrier ? { ...own, baseMPerS: fastestMPerS(this.trajectory(carrier, [first.id])) } : own };
    const leadAt = (worldMs: number): Carrier => {
      const carrierOf = (id: string): Carrier | undefined => this.get(id)?.view.postureIn(this.#instantAt(worldMs));
      return {
        pose: poseAt(motion.base, worldMs, carrierOf) ?? first.view.posture.pose,
        values: motion.dofs.map((dof) => valueAt(dof, worldMs)),
      };
    };
    if (member.id === first.id) return { ...lead, at: leadAt };
    return {
      body: member.body,
      pace: {
        ...paceOf(member.motion, this.worldMs),
        baseMPerS: fastestMPerS(lead) + lead.pace.baseRadPerS * member.body.reachM,
        baseRadPerS: 0,
      },
      at: (worldMs) => this.#ridingAt(member, worldMs, first.id, leadAt),
    };
  }

  #ridingAt(member: Neighbour, worldMs: number, lead: string, leadAt: (worldMs: number) => Carrier): Carrier {
    const { base, dofs } = member.motion;
    const values = dofs.map((dof) => valueAt(dof, worldMs));
    const parent = base.kind === 'ride' ? this.get(base.parent) : undefined;
    if (base.kind !== 'ride' || !parent) return { pose: member.view.posture.pose, values };
    if (parent.id !== lead && !this.carriers(parent.id).has(lead)) return { pose: member.view.posture.pose, values };
    const carrier = parent.id === lead ? leadAt(worldMs) : this.#ridingAt(parent, worldMs, lead, leadAt);
    return { pose: compose(carryingFrame(carrier, base.through), base.offset), values };
  }

  /** Motions are in world time: what is foreseen holds however that runs until then. */
  #instantAt(worldMs: number): Instant {
    const { rate, generation } = this;
    const sharedMs = rate > 0 ? this.#sharedMs + (worldMs - this.worldMs) / rate : this.#sharedMs;
    return { sharedMs, worldMs: rate > 0 ? worldMs : this.worldMs, generation, rate };
  }
}
