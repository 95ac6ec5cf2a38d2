import { LONGEST_REASON } from '../api/messages.ts';
import { type Clock, every } from '../base/clock.ts';
import { MalformedError } from '../base/errors.ts';
import { wellFormed } from '../base/well-formed.ts';
import { savedEntitySchema } from '../store/schemas.ts';
import type { SavedEntity, Store } from '../store/store.ts';
import { type EntityView, InsertError, type Participant } from '../world/world.ts';

/** Where things stand is written this often; what was inserted or removed, at once. */
const POSTURES_MS = 5000;
/** Inserted at once when a world is opened. */
const RESTORED_TOGETHER = 32;
/** Each try waits some seconds for the records. A failed one leaves nothing behind (W74), and nobody else puts the entity back before the world is opened again. */
const INSERT_TRIES = 3;

/** A place and values are kept as they were: even the last millimetre. */
const EXACT = { lengthM: 0, angleRad: 0, value: 0 };

export interface SavingOptions {
  readonly resident: Participant;
  readonly store: Pick<Store, 'worlds'>;
  readonly clock: Clock;
  /** Milliseconds since 1970: when it was saved. */
  readonly wallClockMs: () => number;
  readonly report: (error: unknown) => void;
  /** In whose name: nothing is written when another hub keeps the world by now. */
  readonly hub: string;
  /** `among others`: then that one saves it, and all is well. */
  readonly company: 'alone' | 'among others';
}

/** What `restore` could not bring back: what the Store has of these is all there is of them. */
export interface NotRestored {
  readonly absent: ReadonlySet<string>;
  /** Their stop is not latched again. */
  readonly unlatched: ReadonlySet<string>;
}

/** This hub does not save the world at the moment, and found none that does. Nothing was changed. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError';
}

/** Keeps a world in the Store as it changes. */
export class Saving implements AsyncDisposable {
  readonly #options: SavingOptions;
  readonly #saved: Map<string, SavedEntity>;
  /** Not in the world, yet kept in the Store until they have been seen. */
  readonly #absent: Set<string>;
  /** Their stop is kept in the Store until they have been seen stopped. */
  readonly #unlatched: Set<string>;
  /** As they are now they cannot be saved; this was reported. */
  readonly #unsavable = new Set<string>();
  readonly #open: readonly Disposable[];
  #writing: Promise<unknown> = Promise.resolve();
  #isDue = false;

  /** `saved`: what the Store has of it already. */
  constructor(options: SavingOptions, saved: readonly SavedEntity[], { absent, unlatched }: NotRestored) {
    this.#options = options;
    this.#absent = new Set(absent);
    this.#unlatched = new Set(unlatched);
    this.#saved = new Map(saved.map((entity) => [entity.id, entity]));
    const { resident, clock } = options;
    this.#open = [
      resident.changes.on(({ entity }) => this.#noticed(entity)),
      every(clock, POSTURES_MS, () => void this.save().catch(this.#unlessOthersDo).catch(options.report)),
    ];
  }

  /** Resolves when all of the world is in the Store as it is now. */
  save(): Promise<{ readonly savedAtMs: number; readonly entities: number }> {
    const writing = this.#writing.then(() => this.#write());
    this.#writing = writing.catch(() => {});
    return writing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#open) part[Symbol.dispose]();
    await this.save().catch(this.#unlessOthersDo);
  }

  /** Whoever saves it now does so without being asked. */
  readonly #unlessOthersDo = (error: unknown): void => {
    if (!(error instanceof NotSavedError) || this.#options.company === 'alone') throw error;
  };

  /** Movements wait for the next round; what comes, goes, is described anew, stopped or re-armed does not. */
  #noticed(entity: string): void {
    const view = this.#options.resident.entity(entity);
    const known = this.#saved.get(entity);
    if (this.#isDue || this.#unsavable.has(entity) || (view && !isSaved(view))) return;
    const isLatchAsSaved = (view?.control.stop === undefined) === (known?.stop === undefined) || this.#unlatched.has(entity);
    if (view?.description === known?.description && isLatchAsSaved) return;
    this.#isDue = true;
    this.#options.clock.after(0, () => {
      this.#isDue = false;
      this.save().catch(this.#unlessOthersDo).catch(this.#options.report);
    });
  }

  async #write(): Promise<{ savedAtMs: number; entities: number }> {
    const { resident, store, wallClockMs } = this.#options;
    const present = new Map(resident.entities.filter(isSaved).map((view) => [view.id, view]));
    for (const id of present.keys()) this.#absent.delete(id);
    const put = [...present.values()]
      .map((view) => this.#savedFrom(view))
      .filter((entity) => !isSame(entity, this.#saved.get(entity.id)) && this.#isSavable(entity));
    const remove = [...this.#saved.keys()].filter((id) => !present.has(id) && !this.#absent.has(id));
    const savedAtMs = wallClockMs();
    if (put.length > 0 || remove.length > 0) {
      const revision = await store.worlds.change(resident.world, { put, remove }, savedAtMs, this.#options.hub);
      if (revision === undefined)
        throw new NotSavedError(`another hub saves ${resident.world} by now; hubs that share a database must share a bus (--bus), too`);
    }
    for (const entity of put) this.#saved.set(entity.id, entity);
    for (const id of remove) this.#saved.delete(id);
    for (const id of this.#unsavable) if (!present.has(id)) this.#unsavable.delete(id);
    return { savedAtMs, entities: present.size };
  }

  #savedFrom(view: EntityView): SavedEntity {
    const entity = savedFrom(view);
    if (entity.stop) this.#unlatched.delete(view.id);
    const latched = this.#unlatched.has(view.id) ? this.#saved.get(view.id)?.stop : undefined;
    return latched ? { ...entity, stop: latched } : entity;
  }

  /** One that went where nothing can be must not keep all others from being saved: of it the Store keeps what it had. */
  #isSavable(entity: SavedEntity): boolean {
    const checked = savedEntitySchema.safeParse(entity);
    if (checked.success) this.#unsavable.delete(entity.id);
    else if (!this.#unsavable.has(entity.id)) {
      this.#unsavable.add(entity.id);
      const [issue] = checked.error.issues;
      const why = `${issue?.path.join('.')}: ${issue?.message}`;
      this.#options.report(new MalformedError(`${entity.id} cannot be saved as it is (${why}); what was saved of it before is kept`));
    }
    return checked.success;
  }
}

type Restorer = Pick<Participant, 'entity' | 'insert' | 'observe' | 'stop' | 'command'>;

export interface RestorePorts {
  readonly resident: Restorer;
  readonly report: (error: unknown) => void;
  /** Of the start of the world to which the epochs belong, if that is not the present one. */
  readonly incarnation?: number;
}

/** Puts back what was saved, owned by the resident, as it stood. What is there already stays. One that cannot be put back does not keep out the others. */
export async function restore({ resident, report, incarnation }: RestorePorts, saved: readonly SavedEntity[]): Promise<NotRestored> {
  const absent = new Set<string>();
  const unlatched = new Set<string>();
  const putBack = async ({ id, description, posture, stop }: SavedEntity): Promise<void> => {
    // Until it is done.
    absent.add(id);
    if (stop) unlatched.add(id);
    await insertPatiently(resident, { id, description }, incarnation);
    absent.delete(id);
    resident.observe(id, posture, EXACT);
    if (stop) await resident.stop(id, wellFormed(`by ${stop.by}, before the hub was started again: ${stop.reason}`, LONGEST_REASON));
    unlatched.delete(id);
  };
  const missing = saved.filter(({ id }) => resident.entity(id) === undefined);
  for (let first = 0; first < missing.length; first += RESTORED_TOGETHER)
    await Promise.all(missing.slice(first, first + RESTORED_TOGETHER).map((entity) => putBack(entity).catch(report)));
  for (const { id, ride } of missing)
    if (ride) await resident.command(id, { kind: 'ride', parent: ride.parent, offset: ride.offset }).catch(report);
  return { absent, unlatched };
}

async function insertPatiently(
  resident: Restorer,
  { id, description }: Pick<SavedEntity, 'id' | 'description'>,
  incarnation: number | undefined,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await resident.insert(description, id, incarnation === undefined ? {} : { incarnation });
      return;
    } catch (error) {
      const mayHelp = error instanceof InsertError && resident.entity(id) === undefined;
      if (!mayHelp || tries === INSERT_TRIES) throw error;
    }
  }
}

/** What only certain hosts may own, they announce again themselves: nobody else could. */
const isSaved = (view: EntityView): boolean => view.description.hosts === undefined;

const savedFrom = ({ id, description, posture, ride, control: { stop } }: EntityView): SavedEntity => ({
  id,
  description,
  posture: { pose: posture.pose, values: posture.values },
  ...(ride && { ride }),
  ...(stop && { stop: { by: stop.by, reason: stop.reason } }),
});

function isSame(entity: SavedEntity, known: SavedEntity | undefined): boolean {
  if (entity.description !== known?.description || entity.ride?.parent !== known.ride?.parent) return false;
  if (entity.stop?.by !== known.stop?.by || entity.stop?.reason !== known.stop?.reason) return false;
  const [a, b] = [entity.posture, known.posture];
  return POSE.every((key) => a.pose[key] === b.pose[key]) && a.values.every((value, i) => value === b.values[i]);
}

const POSE = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'] as const;
