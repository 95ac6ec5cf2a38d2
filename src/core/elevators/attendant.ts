import type { Clock } from '../base/clock.ts';
import { isOfBuilding, type Model } from '../robots/robots.ts';
import type { ActionDraft, EntityView, Participant } from '../world/world.ts';
import { type Deed, nextStep } from './dispatch.ts';
import { type Elevator, type ElevatorStatus, isAboard, isIdle, statusOf } from './elevator.ts';
import { journey } from './journey.ts';

export interface AttendantPorts {
  readonly clock: Clock;
  models(id: string): Model | undefined;
  report(error: unknown): void;
}

/** The door stays open for so long before it shuts. */
const DWELL_MS = 3000;
/** Shut, it waits for so long at least: who owns what is in it may be far away. */
const BOARDING_MS = 500;
/** Whoever does not hold on by then keeps the elevator where it is. */
const PATIENCE_MS = 3000;
/** What was refused is not tried again before. */
const AGAIN_MS = 1000;

/** Serves one elevator for as long as its shaft is ours. All that matters is in the state of shaft and cabin: who takes over goes on from there. */
export class Attendant {
  readonly #world: Participant;
  readonly #ports: AttendantPorts;
  #openSinceMs: number | undefined;
  #shutSinceMs: number | undefined;
  #direction: 1 | -1 = 1;
  #isActing = false;
  #notBeforeMs = Number.NEGATIVE_INFINITY;

  constructor(world: Participant, ports: AttendantPorts) {
    this.#world = world;
    this.#ports = ports;
  }

  tick(elevator: Elevator): void {
    const status = statusOf(elevator, this.#world.time.worldMs);
    const nowMs = this.#ports.clock.now();
    // A resident host goes on with it at once, should we go.
    for (const { id } of [elevator.shaft, elevator.cabin]) this.#world.setWorking(id, !isIdle(status));
    const door = status.at === undefined ? undefined : status.doors[status.at];
    this.#openSinceMs = door === 'open' ? (this.#openSinceMs ?? nowMs) : undefined;
    this.#shutSinceMs = door === 'shut' ? (this.#shutSinceMs ?? nowMs) : undefined;
    if (this.#isActing || nowMs < this.#notBeforeMs || this.#world.time.rate === 0) return;
    const shutMs = nowMs - (this.#shutSinceMs ?? nowMs);
    const step = nextStep(status, {
      hasDwelt: nowMs - (this.#openSinceMs ?? nowMs) >= DWELL_MS,
      isBoarded: shutMs >= BOARDING_MS && this.#isBoarded(elevator),
      hasWaited: shutMs >= PATIENCE_MS,
      direction: this.#direction,
    });
    if (step.kind === 'wait' || step.kind === 'rest') return;
    this.#isActing = true;
    this.#act(elevator, status, step)
      .catch(this.#ports.report)
      .finally(() => {
        this.#isActing = false;
      });
  }

  async #act({ shaft, cabin, landings }: Elevator, status: ElevatorStatus, step: Deed): Promise<void> {
    const landing = landings[step.landing];
    if (!landing) return;
    switch (step.kind) {
      case 'open':
        return await this.#command(shaft, { kind: 'glide', dof: landing.door, to: landing.openM });
      case 'shut':
        return await this.#command(shaft, { kind: 'glide', dof: landing.door, to: 0 });
      case 'answer':
        this.#openSinceMs = undefined;
        return await this.#command(shaft, { kind: 'glide', dof: landing.call, to: 0 });
      case 'go': {
        this.#direction = (status.offsM[step.landing] ?? 0) < 0 ? -1 : 1;
        const knots = journey(cabin.posture.pose, shaft.posture.pose.z + landing.heightM);
        return await this.#command(cabin, { kind: 'follow', knots });
      }
    }
  }

  async #command(entity: EntityView, action: ActionDraft): Promise<void> {
    const outcome = await this.#world.command(entity.id, action);
    // Somebody stopped it, or has it in hand: they know why it stands.
    if (outcome.kind !== 'done') this.#notBeforeMs = this.#ports.clock.now() + AGAIN_MS;
  }

  /** All that is in the cabin rides on it. What nobody owns is taken along. */
  #isBoarded(elevator: Elevator): boolean {
    const aboard = this.#world.entities.filter((view) => this.#isPassenger(view) && isAboard(view.posture.pose, elevator));
    const loose = aboard.filter(({ ride }) => ride === undefined);
    for (const { id, isLive } of loose) {
      if (!isLive) this.#world.command(id, { kind: 'ride', parent: elevator.cabin.id }).catch(this.#ports.report);
    }
    return loose.length === 0;
  }

  #isPassenger(view: EntityView): boolean {
    return isPassenger(view, this.#ports.models(view.description.model));
  }
}

/** What an elevator takes along: all that goes by itself or stands on wheels, and carries what it carries. Parts that lie around stay. */
export const isPassenger = ({ description, heldBy }: EntityView, model: Model | undefined): boolean =>
  description.kind === 'dynamic' && heldBy === undefined && model !== undefined && model.kind !== 'part' && !isOfBuilding(model.kind);
