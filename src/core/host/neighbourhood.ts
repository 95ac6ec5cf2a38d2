import { compose } from '../base/pose.ts';
import { type CollisionBody, collisionBodyOf, fastestMPerS, type Trajectory } from '../physics/physics.ts';
import type { Model } from '../robots/robots.ts';
import { type Carrier, carryingFrame, type EntityView, type Participant, poseAt, valueAt, type WholeMotion } from '../world/world.ts';
import { paceOf } from './pace.ts';

/** The model of an entity, if it is known here. */
export type Models = (id: string) => Model | undefined;

/** Something that can touch and be touched, as its newest state says that it moves. */
export interface Neighbour {
  readonly id: string;
  readonly view: EntityView;
  readonly body: CollisionBody;
  readonly motion: WholeMotion;
  /** What it rides on. */
  readonly parent: string | undefined;
}

/** All bodies of a world, as one participant knows them at one instant. */
export class Neighbourhood {
  readonly #neighbours = new Map<string, Neighbour>();
  readonly worldMs: number;
  /** World milliseconds per shared millisecond. */
  readonly rate: number;
  readonly #sharedMs: number;

  constructor(world: Participant, models: Models) {
    const { worldMs, rate, sharedMs } = world.time;
    this.worldMs = worldMs;
    this.rate = rate;
    this.#sharedMs = sharedMs;
    for (const view of world.entities) {
      const model = models(view.description.model);
      if (!model || view.isElsewhere) continue;
      const { motion } = view;
      const parent = motion.base.kind === 'ride' ? motion.base.parent : undefined;
      this.#neighbours.set(view.id, { id: view.id, view, body: collisionBodyOf(model), motion, parent });
    }
  }

  get(id: string): Neighbour | undefined {
    return this.#neighbours.get(id);
  }

  all(): IterableIterator<Neighbour> {
    return this.#neighbours.values();
  }

  /** An entity and all that rides on it: they move as one. */
  family(id: string): Neighbour[] {
    const first = this.#neighbours.get(id);
    if (!first) return [];
    const family = [first];
    const isIn = (parent: string | undefined) => family.some((member) => member.id === parent);
    for (let size = 0; size < family.length; ) {
      size = family.length;
      for (const neighbour of this.#neighbours.values()) if (isIn(neighbour.parent) && !isIn(neighbour.id)) family.push(neighbour);
    }
    return family;
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
      at: (worldMs) => view.postureAt(this.#sharedAt(worldMs)),
    };
  }

  /** Where a member of a family goes if the first of it moves like this. */
  planned(member: Neighbour, first: Neighbour, motion: WholeMotion): Trajectory {
    const lead = { body: first.body, pace: paceOf(motion, this.worldMs) };
    const carrierOf = (id: string): Carrier | undefined => this.get(id)?.view.posture;
    const leadAt = (worldMs: number): Carrier => ({
      pose: poseAt(motion.base, worldMs, carrierOf) ?? first.view.posture.pose,
      values: motion.dofs.map((dof) => valueAt(dof, worldMs)),
    });
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

  #sharedAt(worldMs: number): number {
    return this.rate > 0 ? this.#sharedMs + (worldMs - this.worldMs) / this.rate : this.#sharedMs;
  }
}
