/** Elevators: who owns one serves it, and who owns what is in it lets that ride. The rules are in SPEC.md. */
import { every } from '../base/clock.ts';
import type { EntityDescription, EntityView, Participant } from '../world/world.ts';
import { Attendant, type AttendantPorts } from './attendant.ts';
import { type Elevator, isIdle, statusOf } from './elevator.ts';
import { boardAndLeave } from './passengers.ts';
import { landingsOf } from './shaft-model.ts';

export { cabinModel } from './cabin-model.ts';
export { type Elevator, type ElevatorStatus, statusOf } from './elevator.ts';
export { type Landing, landingsOf, SHAFT_M, type ShaftStop, shaftModel } from './shaft-model.ts';

const TICK_MS = 50;
/** A cabin is in the shaft that it is in the middle of. */
const SAME_PLACE_M = 0.01;

export class Elevators implements Disposable {
  readonly #world: Participant;
  readonly #ports: AttendantPorts;
  readonly #shafts = new Map<string, Attendant>();
  readonly #cabins = new Set<string>();
  readonly #mine: () => Iterable<string>;
  #ticking: Disposable | undefined;

  /** `mine`: what this participant owns. */
  constructor(world: Participant, ports: AttendantPorts, mine: () => Iterable<string>) {
    this.#world = world;
    this.#ports = ports;
    this.#mine = mine;
  }

  /** Something has become of an entity. */
  changed(entity: string, view: EntityView | undefined): void {
    const kind = view && this.#ports.models(view.description.model)?.kind;
    if (kind === 'shaft') {
      if (!this.#shafts.has(entity)) this.#shafts.set(entity, new Attendant(this.#world, this.#ports));
    } else this.#shafts.delete(entity);
    if (kind === 'cabin') this.#cabins.add(entity);
    else this.#cabins.delete(entity);
    if (this.#shafts.size > 0 && (kind === 'shaft' || kind === 'cabin' || view?.isMine)) {
      this.#ticking ??= every(this.#ports.clock, TICK_MS, () => this.#tick());
    }
  }

  /** What an entity rides on in an elevator that nobody can leave now. */
  carrierOf(entity: string): EntityView | undefined {
    const parent = this.#cabins.size > 0 ? this.#world.entity(entity)?.ride?.parent : undefined;
    return parent !== undefined && this.#cabins.has(parent) ? this.#world.entity(parent) : undefined;
  }

  [Symbol.dispose](): void {
    this.#ticking?.[Symbol.dispose]();
  }

  #tick(): void {
    const elevators = this.#all();
    const { worldMs } = this.#world.time;
    // Before anything is done: what follows from it is seen to in the next tick.
    const areIdle = elevators.every((elevator) => isIdle(statusOf(elevator, worldMs)));
    boardAndLeave(this.#world, elevators, this.#mine(), this.#ports.models);
    for (const elevator of elevators) if (elevator.shaft.isMine) this.#shafts.get(elevator.shaft.id)?.tick(elevator);
    if (!areIdle) return;
    this.#ticking?.[Symbol.dispose]();
    this.#ticking = undefined;
  }

  #all(): Elevator[] {
    const cabins = [...this.#cabins].flatMap((id) => this.#world.entity(id) ?? []);
    return [...this.#shafts.keys()].flatMap((id) => {
      const shaft = this.#world.entity(id);
      return (shaft && joined(shaft, cabins, this.#ports.models)) ?? [];
    });
  }
}

/** The elevator with this shaft, as a participant knows it. */
export function elevatorOf(world: Participant, models: AttendantPorts['models'], shaft: string): Elevator | undefined {
  const view = world.entity(shaft);
  return (
    view &&
    joined(
      view,
      world.entities.filter(({ description }) => models(description.model)?.kind === 'cabin'),
      models,
    )
  );
}

function joined(shaft: EntityView, cabins: readonly EntityView[], models: AttendantPorts['models']): Elevator | undefined {
  const model = models(shaft.description.model);
  const landings = model && landingsOf(model);
  const cabin = cabins.find(({ description }) => isInShaft(description, shaft.description));
  return cabin && landings ? { shaft, cabin, landings } : undefined;
}

/** Whether a cabin that begins here is in the shaft that stands there. */
export const isInShaft = (cabin: EntityDescription, shaft: EntityDescription): boolean =>
  Math.hypot(cabin.initial.pose.x - shaft.initial.pose.x, cabin.initial.pose.y - shaft.initial.pose.y) < SAME_PLACE_M;
