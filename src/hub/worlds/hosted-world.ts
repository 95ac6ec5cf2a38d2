import { type CatalogNews, catalogNewsSchema } from '../../core/api/http.ts';
import { commandSchema, decodeJson, encodeJson, urgentSchema } from '../../core/api/messages.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Random } from '../../core/base/random.ts';
import type { Blackboard } from '../../core/blackboard/blackboard.ts';
import { worldFloorsOf } from '../../core/buildings/buildings.ts';
import type { Bucket, Bus, Message } from '../../core/bus/bus.ts';
import { buckets, subjects } from '../../core/bus/subjects.ts';
import { Host } from '../../core/host/host.ts';
import { Seeing } from '../../core/host/seeing.ts';
import { Sensing } from '../../core/host/sensing.ts';
import { VirtualSensors } from '../../core/host/virtual-sensor.ts';
import { worldBoard } from '../../core/host/world-board.ts';
import { FloorPlans } from '../../core/knowledge/knowledge.ts';
import { Navigator } from '../../core/navigation/navigator.ts';
import { KnownModels } from '../../core/robots/known-models.ts';
import { ProgramsHere, type ProgramsHerePorts, ProgramTidying } from '../../core/running/running.ts';
import { Duty } from '../../core/saving/duty.ts';
import { whetherToFound } from '../../core/saving/founding.ts';
import { OnDuty } from '../../core/saving/on-duty.ts';
import { type NotRestored, NotSavedError, restore } from '../../core/saving/saving.ts';
import type { Store } from '../../core/store/store.ts';
import { TaskKeeper } from '../../core/tasks/tasks.ts';
import { Owners } from '../../core/world/owners.ts';
import { type Member, Participant, type WorldSetup } from '../../core/world/world.ts';
import { loadEngine } from '../../dynamics/dynamics.ts';
import type { OpenBackbone } from '../backbone.ts';
import { deskRights } from '../desk-rights.ts';
import type { Planning } from '../planning/planning.ts';
import { keptSite } from '../site/kept-site.ts';
import { type Enliven, Housekeeping } from './housekeeping.ts';
import { savedAnswerSchema } from './hub-messages.ts';
import { isOfHub, residentId } from './residents.ts';

/** A word from the hub to a page and back, on a network that is not the fastest. */
const LATENCY_MS = 60;

/** Floors are cut in cells of this size, so that who looks at one corner of a site hears of that corner only. */
const CELL_M = 16;

export interface HostedWorldOptions {
  readonly hub: string;
  /** Whether other hubs may have the world open too. */
  readonly company: 'alone' | 'among others';
  readonly backbone: OpenBackbone;
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
  readonly enliven: Enliven;
  /** Who answers getPath in it. */
  readonly planning: Pick<Planning, 'serve'>;
  /** It was removed from the Store, at another hub. */
  readonly onRemoved: (world: string) => void;
}

interface Opened {
  readonly bus: Bus;
  readonly duty: Duty;
  readonly owners: Owners;
  readonly resident: Participant;
  readonly board: Blackboard;
  readonly models: KnownModels;
  readonly notRestored: NotRestored | undefined;
}

/** The hub on duty answers a wish to save within this time, or is gone. */
const SAVED_WITHIN_MS = 10_000;

/** A world that this hub keeps open: its resident participant, and, while the hub is on duty for it, what saves, watches and enlivens it. */
export class HostedWorld implements AsyncDisposable {
  readonly id: string;
  readonly owners: Owners;
  readonly resident: Participant;
  /** What is declared and written here, for those who come late. */
  readonly board: Blackboard;
  /** What its bodies are. */
  readonly models: KnownModels;
  readonly #bus: Bus;
  readonly #duty: Duty;
  readonly #options: HostedWorldOptions;
  readonly #parts: AsyncDisposableStack;
  /** Of what we founded it with. */
  readonly #notRestored: NotRestored | undefined;
  #onDuty: OnDuty<Housekeeping> | undefined;

  private constructor(parts: AsyncDisposableStack, options: HostedWorldOptions, opened: Opened) {
    const { bus, duty, owners, resident, board, models, notRestored } = opened;
    this.id = resident.world;
    this.owners = owners;
    this.resident = resident;
    this.board = board;
    this.models = models;
    this.#bus = bus;
    this.#duty = duty;
    this.#notRestored = notRestored;
    this.#options = options;
    this.#parts = parts;
  }

  /** Resolves when all that was saved stands in it again. */
  static async open(world: string, options: HostedWorldOptions): Promise<HostedWorld> {
    const { hub, company, backbone, store, clock, random, report, planning } = options;
    await using parts = new AsyncDisposableStack();
    const bus = backbone.connect(residentId(hub, world));
    parts.defer(() => bus.drain());
    const duty = parts.use(await Duty.begin({ world, hub, company, store, clock, report }));
    const isFounder = company === 'alone' || (await whetherToFound({ bus, world, duty, clock, isOfHub }));
    const founder = isFounder ? await setupOf(store, world) : undefined;
    // Before the resident: who owns what must be known here before anybody can be told of it.
    const owners = parts.use(new Owners(bus.bucket(buckets.ownership(world)), report));
    const resident = await Participant.join({
      ...{ bus, clock, random, report, world },
      ...{ name: hub, isKeeper: true, isResident: true },
      ...(founder && { founder }),
    });
    parts.defer(() => resident.leave());
    const board: Blackboard = parts.use(
      worldBoard(resident, { bus, clock, report, isKeeper: true, onWish: (wish) => sensing.heard(wish) }),
    );
    // Before anything falls: a part may be put back before what it lies on.
    const notRestored = isFounder ? await restore({ resident, report }, await store.worlds.entities(world)) : undefined;
    parts.use(stopTheOrphaned(bus, resident, report));
    const models = parts.use(new KnownModels(store.models, { clock, random, report }));
    await models.load();
    const host = parts.use(new Host(resident, { clock, models: models.get, report, latencyMs: () => LATENCY_MS, engine: loadEngine }));
    const owning = { clock, report, models: models.get, board: () => board };
    const seeing = parts.use(new Seeing(resident, { ...owning, plans: new FloorPlans(() => keptSite(store, world)) }));
    const sensing = parts.use(new Sensing(resident, { ...owning, bus, seeing }));
    const virtual = parts.use(new VirtualSensors(resident, { bus, clock, models: models.get }));
    parts.use(runPrograms(resident, { bus, random, ...owning }, () => duty.isOurs));
    for (const part of [host, sensing, virtual]) parts.use(models.changes.on(() => part.modelsChanged()));
    const heard = ({ payload }: Message) => models.heard(decodeJson(catalogNewsSchema, payload).revision);
    parts.use(bus.subscribe(subjects.catalog(world), heard));
    parts.use(planning.serve({ id: world, bus, resident, board, models }));
    const hosted = new HostedWorld(parts.move(), options, { bus, duty, owners, resident, board, models, notRestored });
    try {
      await hosted.#begin();
      const desk = backbone.serveRecords?.(world, deskRights(hosted));
      if (desk) hosted.#parts.use(desk);
    } catch (error) {
      await hosted[Symbol.asyncDispose]();
      throw error;
    }
    return hosted;
  }

  /** Who is in it, hubs not counted. */
  get people(): Member[] {
    return this.resident.participants.filter(({ id }) => !isOfHub(id));
  }

  /** This hub is the one that saves it. */
  get isOnDuty(): boolean {
    return this.#duty.isOurs;
  }

  /** Something in it goes about its work, even with nobody there. */
  get isAlive(): boolean {
    return this.resident.entities.some(({ isWorking, isMine }) => isWorking && isMine);
  }

  /** Whose turn it is to change its building. */
  get siteTurns(): Bucket {
    return this.#bus.bucket(buckets.site(this.id));
  }

  /** Tells all who are in it that the catalog has other models now. Resolves when they are known here. */
  readonly announceModels = async (): Promise<void> => {
    const { fingerprint: revision } = await this.#options.store.models.all();
    this.#bus.publish(subjects.catalog(this.id), encodeJson({ revision } satisfies CatalogNews));
    await this.models.load();
  };

  /** Resolves when all of it is in the Store as it is now, whichever hub saves it. Rejects with NotSavedError when none does at the moment. */
  async save(): Promise<{ readonly savedAtMs: number; readonly entities: number }> {
    await this.#onDuty?.settled();
    const housekeeping = this.#onDuty?.work;
    if (housekeeping) return await housekeeping.saving.save();
    const asked = this.#bus.request(subjects.save(this.id), new Uint8Array(), { timeoutMs: SAVED_WITHIN_MS });
    const answer = await asked.catch((cause: unknown) => {
      throw new NotSavedError(`no hub saves ${this.id} at the moment; try again in a few seconds`, { cause });
    });
    return decodeJson(savedAnswerSchema, answer);
  }

  /** A command came through our door. Only what is stopped can be re-armed, so all others are not even read. */
  commanded(from: string, entity: string, payload: Uint8Array): void {
    if (this.resident.entity(entity)?.control.stop === undefined || !isRearming(payload)) return;
    const housekeeping = this.#onDuty?.work;
    if (housekeeping) housekeeping.auditing.rearming(entity, from);
    else this.#bus.publish(subjects.rearming(this.id), encodeJson({ entity, by: from }));
  }

  /** Life ends, all is saved, then the resident goes: also when it could not be saved. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#onDuty?.[Symbol.asyncDispose]();
    } finally {
      this.#onDuty = undefined;
      await this.#parts.disposeAsync();
    }
  }

  async #begin(): Promise<void> {
    const { store, clock, report, onRemoved } = this.#options;
    this.#onDuty = await OnDuty.begin({
      ...{ resident: this.resident, bus: this.#bus, duty: this.#duty, store, clock, wallClockMs: Date.now, report },
      notRestored: this.#notRestored,
      begin: (saved, notRestored) =>
        Housekeeping.begin({ ...this.#options, wallClockMs: Date.now, resident: this.resident, bus: this.#bus }, saved, notRestored),
    });
    this.#parts.use(this.#duty.removals.on(() => onRemoved(this.id)));
  }
}

/** Those of robots that are the resident's, and of all whose owners have gone; and, while we are on duty, the task. */
function runPrograms(resident: Participant, ports: Omit<ProgramsHerePorts, 'navigator'>, isOurs: () => boolean): Disposable {
  using parts = new DisposableStack();
  let navigator: Navigator | undefined;
  parts.defer(() => navigator?.[Symbol.dispose]());
  const sending = () => {
    navigator ??= new Navigator(resident, ports);
    return navigator;
  };
  const programs = parts.use(new ProgramsHere(resident, { ...ports, navigator: sending }));
  parts.use(new ProgramTidying(resident, programs.shelf, ports));
  parts.use(
    new TaskKeeper({
      ...{ ...ports, isOurs, world: resident.world, time: () => resident.time },
      ...{ programs: () => programs.runs, flags: () => programs.flags, hasRobot: (id) => resident.entity(id) !== undefined },
    }),
  );
  return parts.move();
}

/** How a world begins: once more, and with the floors of its building. */
async function setupOf(store: Store, world: string): Promise<WorldSetup> {
  const incarnation = await store.worlds.start(world, Date.now());
  const site = await keptSite(store, world);
  return { incarnation, cellM: CELL_M, ...(site !== undefined && { floors: worldFloorsOf(site.document) }) };
}

function isRearming(payload: Uint8Array): boolean {
  try {
    return decodeJson(commandSchema, payload).action.kind === 'rearm';
  } catch {
    // The owner refuses it, and tells who sent it.
    return false;
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
