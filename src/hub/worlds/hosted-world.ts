import { decodeJson, urgentSchema } from '../../core/api/messages.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Random } from '../../core/base/random.ts';
import type { Backbone, Bus, Message } from '../../core/bus/bus.ts';
import { buckets, subjects } from '../../core/bus/subjects.ts';
import { Host } from '../../core/host/host.ts';
import { KnownModels } from '../../core/robots/known-models.ts';
import type { Store } from '../../core/store/store.ts';
import { type Member, Participant } from '../../core/world/world.ts';
import { loadEngine } from '../../dynamics/dynamics.ts';
import { Auditing } from './auditing.ts';
import { ChatMemory } from './chat-memory.ts';
import { Owners } from './owners.ts';
import { restore, Saving } from './saving.ts';

/** A word from the hub to a page and back, on a network that is not the fastest. */
const LATENCY_MS = 60;

/** Floors are cut in cells of this size, so that who looks at one corner of a site hears of that corner only. */
const CELL_M = 16;

/** Gives life to what stands in a world made from a template; undefined when that has none. */
export type Enliven = (resident: Participant, template: string) => Disposable | undefined;

export interface HostedWorldOptions {
  readonly hub: string;
  readonly residentId: string;
  readonly backbone: Backbone;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly enliven: Enliven;
}

/** A world that this hub keeps open: its resident participant, and what watches, remembers and enlivens it. */
export class HostedWorld implements AsyncDisposable {
  readonly id: string;
  readonly owners: Owners;
  readonly resident: Participant;
  readonly saving: Saving;
  readonly auditing: Auditing;
  readonly #parts: AsyncDisposableStack;

  private constructor(parts: AsyncDisposableStack, watched: Pick<HostedWorld, 'owners' | 'resident' | 'saving' | 'auditing'>) {
    this.id = watched.resident.world;
    this.owners = watched.owners;
    this.resident = watched.resident;
    this.saving = watched.saving;
    this.auditing = watched.auditing;
    this.#parts = parts;
  }

  /** Resolves when all that was saved stands in it again. */
  static async open(world: string, options: HostedWorldOptions): Promise<HostedWorld> {
    const { hub, residentId, backbone, store, clock, random, report, enliven } = options;
    const incarnation = await store.worlds.start(world, Date.now());
    const [record, saved] = await Promise.all([store.worlds.get(world), store.worlds.entities(world)]);
    await using parts = new AsyncDisposableStack();
    const bus = backbone.connect(residentId);
    // Before the resident: who owns what must be known here before anybody can be told of it.
    const owners = parts.use(new Owners(bus.bucket(buckets.ownership(world)), report));
    const founder = { incarnation, cellM: CELL_M };
    const resident = await Participant.join({ bus, clock, random, report, world, name: hub, founder, isKeeper: true, isResident: true });
    parts.defer(() => resident.leave());
    const notRestored = await restore({ resident, report }, saved);
    const saving = parts.use(new Saving({ resident, store, clock, report }, saved, notRestored));
    const auditing = parts.use(new Auditing({ resident, store, report }));
    parts.use(new ChatMemory({ resident, store, report }));
    parts.use(stopTheOrphaned(bus, resident, report));
    const models = parts.use(new KnownModels(store.models, clock, report));
    await models.load();
    const host = parts.use(new Host(resident, { clock, models: models.get, report, latencyMs: () => LATENCY_MS, engine: loadEngine }));
    parts.use(models.changes.on(() => host.modelsChanged()));
    parts.use(record?.template === undefined ? undefined : enliven(resident, record.template));
    return new HostedWorld(parts.move(), { owners, resident, saving, auditing });
  }

  /** Who is in it, the hub itself not counted. */
  get people(): Member[] {
    return this.resident.participants.filter(({ id }) => id !== this.resident.id);
  }

  /** Something in it goes about its work, even with nobody there. */
  get isAlive(): boolean {
    return this.resident.entities.some(({ isWorking, isMine }) => isWorking && isMine);
  }

  /** Life ends, all is saved, then the resident goes. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#parts.disposeAsync();
  }
}

/**
 * Whoever stops a robot that nobody owns takes it over to do so, which a viewer may not. The resident takes it instead; the stop, which is repeated until
 * it shows, then finds an owner.
 */
function stopTheOrphaned(bus: Bus, resident: Participant, report: (error: unknown) => void): Disposable {
  const onUrgent = ({ subject, payload }: Message) => {
    const view = resident.entity(subject.slice(subject.lastIndexOf('.') + 1));
    if (!view || view.isLive || decodeJson(urgentSchema, payload).kind !== 'stop') return;
    resident.command(view.id, { kind: 'halt' }).catch(report);
  };
  return bus.subscribe(subjects.urgent(resident.world, '*'), onUrgent);
}
