import {
  type DriveProfile,
  driveProfile,
  Keyboard,
  Leases,
  listenToKeys,
  PadSource,
  Pilot,
  runPilot,
  TouchStick,
} from '../driving/driving.ts';
import type { WorldLink } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';
import { groupOf } from '../world/groups.ts';

/** All one drives with on a phone: the stick on the screen, and whatever else is plugged in. One robot at a time. */
export class PhoneHands implements Disposable {
  readonly pilot: Pilot;
  readonly leases: Leases;
  readonly stick: TouchStick = new TouchStick();
  readonly #keyboard = new Keyboard();
  readonly #pads = new PadSource(localStorage);
  readonly #endings: Disposable[];
  #entity: string | undefined;

  constructor(link: WorldLink) {
    this.pilot = new Pilot(link);
    this.leases = new Leases(link, { nowMs: () => performance.now(), wallClockMs: () => Date.now() });
    this.#endings = [runPilot(this.pilot), listenToKeys(this.#keyboard), this.leases];
  }

  take(entity: string, profile: DriveProfile, speedLimit: number): void {
    if (this.#entity !== undefined && this.#entity !== entity) this.pilot.unassign(this.#entity);
    this.#entity = entity;
    this.pilot.assign(entity, { profile, sources: [this.stick, this.#keyboard, this.#pads], speedLimit });
  }

  [Symbol.dispose](): void {
    for (const ending of this.#endings) ending[Symbol.dispose]();
  }
}

export interface Drivable {
  readonly id: string;
  readonly name: string;
  readonly colour: number | undefined;
}

/** What can be driven here, by name; doors are opened, not driven. */
export const drivables = (link: WorldLink, models: ModelSource): Drivable[] =>
  [...link.entities.get().values()]
    .filter((info) => groupOf(info, models) !== 'Building')
    .filter(({ description }) => driveProfile(models.get(description.model), description) !== undefined)
    .map(({ id, description }) => ({ id, name: description.name, colour: description.colour }))
    .sort((a, b) => a.name.localeCompare(b.name));
