import { grasp, release } from '../../core/host/grasping.ts';
import { catalog } from '../../core/robots/robots.ts';
import type { EntityView } from '../../core/world/world.ts';
import { COMPOSE_MS, SAME_VALUE, YIELD_MS } from './giving-way.ts';
import { type Corner, round, type Speed } from './habits.ts';
import { InterruptedError, type Shift } from './shift.ts';

/** What is in the way now may be gone in a moment. */
const IN_THE_WAY_MS = 1000;
const MOST_TRIES = 20;
const SAME_PLACE_M = 0.05;

const modelOf = (id: string) => catalog.find((model) => model.id === id);

/** One entity that does as a script says, step by step, and gives way to people: while they stop it, have it or moved it. */
export class Worker {
  readonly #shift: Shift;
  readonly #entity: string;

  constructor(shift: Shift, entity: string) {
    this.#shift = shift;
    this.#entity = entity;
  }

  get values(): readonly number[] {
    return this.#shift.world.entity(this.#entity)?.posture.values ?? [];
  }

  /** What it has in its gripper. */
  get holds(): string | undefined {
    return this.#shift.world.entities.find(({ heldBy }) => heldBy === this.#entity)?.id;
  }

  /** All degrees of freedom that are named go there together; resolves when they have arrived. */
  async go(targets: readonly (number | null)[], moveMs: number, { ramp = 0.25 }: { readonly ramp?: number } = {}): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const view = await this.#free();
      const { kind } = await this.#shift.world.command(view.id, { kind: 'assume', values: [...targets], durationMs: moveMs, ramp });
      const after = await this.#settled();
      if (kind === 'done' && isAt(after, targets)) return;
      if (after.control.stop) continue;
      if (kind === 'done' && !after.contact) await this.#giveWay();
      await this.#shift.rest(IN_THE_WAY_MS);
    }
    throw new InterruptedError(`${this.#entity} does not get to where it should`);
  }

  /** Turns to a place and drives there; resolves when it has arrived. */
  async drive(to: Corner, speed: Speed): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const view = await this.#free();
      const { kind } = await this.#shift.world.command(view.id, round(view.posture.pose, [to], speed));
      const after = await this.#settled();
      const { x, y } = after.posture.pose;
      if (kind === 'done' && Math.hypot(x - to[0], y - to[1]) < SAME_PLACE_M) return;
      if (after.control.stop) continue;
      if (kind === 'done' && !after.contact) await this.#giveWay();
      await this.#shift.rest(IN_THE_WAY_MS);
    }
    throw new InterruptedError(`${this.#entity} does not get to where it should`);
  }

  /** Closes its gripper on what is between the fingers. */
  async grasp(): Promise<void> {
    await this.#free();
    const { kind } = await grasp(this.#shift.world, modelOf, this.#entity);
    await this.#settled();
    if (kind !== 'done') throw new InterruptedError(`${this.#entity} has got hold of nothing`);
  }

  async release(): Promise<void> {
    await this.#free();
    await release(this.#shift.world, modelOf, this.#entity);
    await this.#settled();
  }

  /** When nobody else has a say in it. */
  async #free(): Promise<EntityView> {
    const { world } = this.#shift;
    for (let wasStopped = false; ; ) {
      const view = world.entity(this.#entity);
      if (isTaken(view)) await this.#giveWay();
      wasStopped ||= view?.control.stop !== undefined;
      if (!view?.isMine || view.control.stop || world.time.rate <= 0) await this.#shift.look();
      else if (wasStopped) {
        await this.#shift.rest(COMPOSE_MS);
        wasStopped = false;
      } else {
        if (!view.isWorking) world.setWorking(view.id, true);
        return view;
      }
    }
  }

  /** To whoever has it, and for a while after: what the script was about may have changed meanwhile. */
  async #giveWay(): Promise<never> {
    do {
      while (isTaken(this.#shift.world.entity(this.#entity))) await this.#shift.look();
      await this.#shift.rest(YIELD_MS);
    } while (isTaken(this.#shift.world.entity(this.#entity)));
    throw new InterruptedError(`somebody had ${this.#entity}`);
  }

  /** When its motion is over, whoever gave it. */
  async #settled(): Promise<EntityView> {
    for (;;) {
      const view = this.#shift.world.entity(this.#entity);
      if (view && view.endsAtMs <= this.#shift.world.time.worldMs) return view;
      await this.#shift.look();
    }
  }
}

const isTaken = (view: EntityView | undefined): boolean => view?.control.lease !== undefined || view?.control.driver !== undefined;

const isAt = ({ posture }: EntityView, targets: readonly (number | null)[]): boolean =>
  targets.every((to, dof) => to === null || Math.abs((posture.values[dof] ?? 0) - to) < SAME_VALUE);
