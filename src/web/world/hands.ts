import { driveProfile, HeldAxes, Keyboard, Leases, listenToKeys, PadSource, Pilot, runPilot } from '../driving/driving.ts';
import { Settable } from '../link/observable.ts';
import type { Observable, WorldLink } from '../link/world-link.ts';
import type { ModelSource } from '../scene/model-source.ts';

/** Share of its own speed that a robot goes at until somebody says otherwise. */
const FIRST_SPEED_LIMIT = 0.4;

/** What one person drives with in this page: keys and pads move the selected robot, jog buttons any. */
export class Hands implements Disposable {
  readonly pilot: Pilot;
  readonly leases: Leases;
  /** Of the screen, for a base without joints. */
  readonly buttons: HeldAxes = new HeldAxes();
  readonly #link: WorldLink;
  readonly #models: ModelSource;
  readonly #keyboard = new Keyboard();
  readonly #pads = new PadSource(localStorage);
  readonly #speedLimits = new Settable<ReadonlyMap<string, number>>(new Map());
  readonly #endings: Disposable[];
  #selected: string | undefined;

  constructor(link: WorldLink, models: ModelSource) {
    this.#link = link;
    this.#models = models;
    this.pilot = new Pilot(link);
    this.leases = new Leases(link, { nowMs: () => performance.now(), wallClockMs: () => Date.now() });
    const end = models.subscribe(() => this.#assign());
    this.#endings = [runPilot(this.pilot), listenToKeys(this.#keyboard), this.leases, { [Symbol.dispose]: end }];
  }

  get speedLimits(): Observable<ReadonlyMap<string, number>> {
    return this.#speedLimits;
  }

  speedLimit(entity: string): number {
    return this.#speedLimits.get().get(entity) ?? FIRST_SPEED_LIMIT;
  }

  limitSpeed(entity: string, share: number): void {
    this.#speedLimits.set(new Map(this.#speedLimits.get()).set(entity, share));
    this.#assign();
  }

  /** What is selected is in hand; what was, is let go of. */
  select(entity: string | undefined): void {
    if (entity === this.#selected) return;
    if (this.#selected !== undefined) this.pilot.unassign(this.#selected);
    this.#keyboard.forget();
    this.buttons.forget();
    this.#selected = entity;
    this.#assign();
  }

  #assign(): void {
    const info = this.#selected === undefined ? undefined : this.#link.entities.get().get(this.#selected);
    const profile = info && driveProfile(this.#models.get(info.description.model), info.description);
    if (!info || !profile) return;
    this.pilot.assign(info.id, { profile, sources: [this.#keyboard, this.#pads, this.buttons], speedLimit: this.speedLimit(info.id) });
  }

  [Symbol.dispose](): void {
    for (const ending of this.#endings) ending[Symbol.dispose]();
  }
}
