import { catalogNewsSchema } from '../core/api/http.ts';
import { decodeJson } from '../core/api/messages.ts';
import type { Clock } from '../core/base/clock.ts';
import type { Random } from '../core/base/random.ts';
import type { Bus } from '../core/bus/bus.ts';
import { subjects } from '../core/bus/subjects.ts';
import { type GraspOutcome, grasp, release } from '../core/host/grasping.ts';
import { Host } from '../core/host/host.ts';
import type { Models } from '../core/host/neighbourhood.ts';
import type { SiteShelf } from '../core/knowledge/knowledge.ts';
import { Navigator } from '../core/navigation/navigator.ts';
import { KnownModels, type ModelShelf } from '../core/robots/known-models.ts';
import type { Model } from '../core/robots/model.ts';
import type { Participant } from '../core/world/world.ts';
import { loadEngine } from '../dynamics/dynamics.ts';

/** Until the hub has answered once. */
const UNKNOWN_LATENCY_MS = 100;

/** How a participant reaches its world: through a hub's door, or on the bus itself. */
export interface Line extends Bus {
  /** There and back; undefined while it is not known. */
  readonly rttMs: number | undefined;
}

export interface TouchingPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly shelf: ModelShelf;
  readonly motions: 'guarded' | 'unguarded';
  /** The building of the world; left out: what is owned here does not see it. */
  readonly site?: SiteShelf | undefined;
}

/** The bodies of a world: what they are, that those owned here stop at others, and how grippers hold them. */
export class Touching implements Disposable {
  readonly #participant: Participant;
  readonly #models: KnownModels;
  readonly #open: Disposable[];
  readonly #navigate: () => Navigator;
  #navigator: Navigator | undefined;

  constructor(participant: Participant, bus: Line, { clock, random, report, shelf, motions }: TouchingPorts) {
    this.#participant = participant;
    this.#models = new KnownModels(shelf, { clock, random, report });
    this.#navigate = () => new Navigator(participant, { bus, clock, random, report, models: this.#models.get });
    this.#open = [
      this.#models,
      bus.subscribe(subjects.catalog(participant.world), ({ payload }) =>
        this.#models.heard(decodeJson(catalogNewsSchema, payload).revision),
      ),
    ];
    if (motions === 'unguarded') return;
    const latencyMs = () => bus.rttMs ?? UNKNOWN_LATENCY_MS;
    const host = new Host(participant, { clock, models: this.#models.get, report, latencyMs, engine: loadEngine });
    this.#open.push(
      host,
      this.#models.changes.on(() => host.modelsChanged()),
      // What is handed over to us comes unasked.
      participant.changes.on(({ entity }) => {
        if (participant.entity(entity)?.isMine) void this.ready();
      }),
    );
  }

  get models(): Models {
    return this.#models.get;
  }

  onModelsChanged(handler: () => void): Disposable {
    return this.#models.changes.on(handler);
  }

  /** Resolves when the models are at hand: who only watches never fetches them. Without them everything works, but nothing touches. */
  ready(): Promise<void> {
    return this.#models.ready();
  }

  /** Whoever asks another's robot to do something needs no models for it; who takes one over, or has it, does. */
  async readyFor(entity: string): Promise<void> {
    const view = this.#participant.entity(entity);
    if (!view || (!view.isMine && view.isLive)) return;
    await this.ready();
    // Something of a new model may just have come: what moves before that is known goes through it.
    await this.#models.settled;
  }

  async model(id: string): Promise<Model | undefined> {
    await this.ready();
    return this.#models.get(id);
  }

  /** Who sends robots about, once the models are at hand. */
  async navigator(): Promise<Navigator> {
    await this.ready();
    await this.#models.settled;
    return this.navigatorHere;
  }

  /** The same, for who has the models at hand. */
  get navigatorHere(): Navigator {
    this.#navigator ??= this.#navigate();
    return this.#navigator;
  }

  async grasp(robot: string): Promise<GraspOutcome> {
    await this.ready();
    return grasp(this.#participant, this.#models.get, robot);
  }

  async release(robot: string): Promise<GraspOutcome> {
    await this.ready();
    return release(this.#participant, this.#models.get, robot);
  }

  [Symbol.dispose](): void {
    this.#navigator?.[Symbol.dispose]();
    for (const part of this.#open) part[Symbol.dispose]();
  }
}
