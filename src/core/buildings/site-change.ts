import type { EntityDescription, EntityDraft } from '../api/messages.ts';
import { MisuseError } from '../base/errors.ts';
import type { Pose } from '../base/pose.ts';
import { type Model, meshesOf } from '../robots/robots.ts';
import type { Building } from './building.ts';
import { freePlace, type Standing, standsIn } from './in-the-way.ts';
import { isOfSite, isSiteModel } from './site-entity.ts';

/** What is seen of something in the world that gets another building. */
export interface Inhabitant {
  readonly id: string;
  readonly name: string;
  readonly description: EntityDescription;
  readonly posture: { readonly pose: Pose; readonly values: readonly number[] };
  /** What it rides on, or whose gripper it is in: it goes where that goes. */
  readonly ride: object | undefined;
  readonly heldBy: string | undefined;
}

/** A running world, for who may change it, and the catalog that its models come from. */
export interface InhabitedWorld {
  readonly entities: readonly Inhabitant[];
  insert(draft: EntityDraft, id: string): Promise<unknown>;
  remove(entity: string): Promise<void>;
  /** Puts something somewhere else at once. Answers why not, or nothing when it is there. */
  place(entity: string, pose: Pose): Promise<string | undefined>;
  model(id: string): Promise<Model | undefined>;
  /** `meshes`: encoded, by their hash; all that these models show. */
  putModels(models: readonly Model[], meshes: ReadonlyMap<string, Uint8Array>): Promise<void>;
}

/** `refuse`: nothing is changed while somebody would stand in a wall. `keep free`: they are put to the nearest free place first. */
export type InTheWay = 'refuse' | 'keep free';

export interface Affected {
  readonly id: string;
  readonly name: string;
  /** Where it stands; where it was put, if it was. */
  readonly at: Pose;
  /** Why it could not be kept free. */
  readonly reason?: string | undefined;
}

export type SiteOutcome =
  | {
      readonly kind: 'applied';
      readonly inserted: number;
      readonly removed: number;
      readonly kept: number;
      readonly moved: readonly Affected[];
      /** Models that nothing of this world's site needs any more. */
      readonly spareModels: readonly string[];
    }
  | { readonly kind: 'refused'; readonly inTheWay: readonly Affected[] };

/** Half of what a world may have: the old building stands until the new one does, and robots are to be in it, too. */
const MOST_THINGS = 4000;
/** Every page that shows the building has all its pictures. */
const MOST_PICTURES = 100;
const MOST_BYTES_OF_PICTURES = 8_000_000;
/** Inserted or removed at once: a world's records take a while each. */
const TOGETHER = 32;

/**
 * Makes this the building of a running world: what has not changed stays as it stands. New walls come before old ones go, so that nobody slips out.
 * If something of it fails, what came is taken away again.
 */
export async function changeSite(building: Building, world: InhabitedWorld, inTheWay: InTheWay): Promise<SiteOutcome> {
  requireRoom(building);
  const present = world.entities.filter(({ id }) => isOfSite(id));
  const wanted = new Set(building.entities.map(({ id }) => id));
  const coming = building.entities.filter(({ id }) => !present.some((entity) => entity.id === id));
  const leaving = present.filter(({ id }) => !wanted.has(id));
  // A cabin is where it was called to.
  const cabins = new Set(building.entities.flatMap(({ id, model }) => (model.kind === 'cabin' ? [id] : [])));
  const isAstray = ({ id, posture, description }: Inhabitant) =>
    wanted.has(id) && !cabins.has(id) && !isSamePlace(posture.pose, description.initial.pose);
  const astray = present.filter(isAstray);
  const cleared = await clear(world, building, new Set([...coming, ...astray].map(({ id }) => id)), inTheWay);
  if (cleared.kind === 'refused') return cleared;
  const held = await putBack(world, astray);
  if (held.length > 0) return { kind: 'refused', inTheWay: held };
  const models = await missing(building.models, world);
  await world.putModels(models, new Map([...building.meshes].filter(([hash]) => models.some((model) => meshesOf(model).has(hash)))));
  const inserted: string[] = [];
  try {
    await together(coming, async ({ id, draft }) => {
      await world.insert(draft, id);
      inserted.push(id);
    });
  } catch (cause) {
    await together(inserted, (id) => world.remove(id));
    throw new MisuseError('not all of the building could be inserted: it is as it was; try again', { cause });
  }
  await together(leaving, ({ id }) => world.remove(id));
  const needed = new Set(building.models.map(({ id }) => id));
  const spare = new Set(leaving.map(({ description }) => description.model).filter((model) => isSiteModel(model) && !needed.has(model)));
  const kept = building.entities.length - coming.length;
  return { kind: 'applied', inserted: coming.length, removed: leaving.length, kept, moved: cleared.moved, spareModels: [...spare] };
}

function requireRoom({ entities, meshes }: Building): void {
  if (entities.length > MOST_THINGS)
    throw new MisuseError(
      `this building has ${entities.length} walls, doors, signs and other things; a world takes ${MOST_THINGS}; make several worlds of it`,
    );
  const bytes = [...meshes.values()].reduce((sum, { length }) => sum + length, 0);
  if (meshes.size > MOST_PICTURES || bytes > MOST_BYTES_OF_PICTURES)
    throw new MisuseError(
      `this building has ${meshes.size} pictures of ${bytes} bytes together; a world takes ${MOST_PICTURES} of ${MOST_BYTES_OF_PICTURES}; make them fewer or smaller`,
    );
}

type Clearing = Extract<SiteOutcome, { kind: 'refused' }> | { readonly kind: 'clear'; readonly moved: readonly Affected[] };

/** Sees to it that nobody stands where something is to come. */
async function clear(world: InhabitedWorld, building: Building, coming: ReadonlySet<string>, inTheWay: InTheWay): Promise<Clearing> {
  const planned = building.entities.map(({ id, model, draft }): Standing => ({ id, model, ...draft.initial }));
  const others = await standing(world);
  const isNew = ({ id }: Standing) => coming.has(id);
  const buried = others.filter(({ one }) => standsIn(one, planned.filter(isNew)).length > 0);
  const affected = buried.map(({ one: { id, pose }, name }): Affected => ({ id, name, at: pose }));
  if (buried.length === 0) return { kind: 'clear', moved: [] };
  if (inTheWay === 'refuse') return { kind: 'refused', inTheWay: affected };
  const places = new Map(others.map(({ one }) => [one.id, one]));
  for (const { one } of buried) {
    places.delete(one.id);
    const pose = freePlace(one, [...planned, ...places.values()]);
    if (pose) places.set(one.id, { ...one, pose });
  }
  const stuck = affected.filter(({ id }) => !places.has(id));
  if (stuck.length > 0) return { kind: 'refused', inTheWay: stuck.map((one) => ({ ...one, reason: 'there is no free place within 3 m' })) };
  const moved: Affected[] = [];
  for (const one of affected) {
    const at = places.get(one.id)?.pose ?? one.at;
    const reason = await world.place(one.id, at);
    if (reason !== undefined) return { kind: 'refused', inTheWay: [{ ...one, reason }] };
    moved.push({ ...one, at });
  }
  return { kind: 'clear', moved };
}

const SAME_PLACE_M = 0.001;
const SAME_TURN = 1e-4;

const isSamePlace = (a: Pose, b: Pose): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) < SAME_PLACE_M &&
  1 - Math.abs(a.qx * b.qx + a.qy * b.qy + a.qz * b.qz + a.qw * b.qw) < SAME_TURN;

/** What somebody moved by hand stands where the site says again. Answers what could not be moved, and why. */
async function putBack(world: InhabitedWorld, astray: readonly Inhabitant[]): Promise<Affected[]> {
  const held: Affected[] = [];
  for (const { id, name, posture, description } of astray) {
    const reason = await world.place(id, description.initial.pose);
    if (reason !== undefined) held.push({ id, name, at: posture.pose, reason });
  }
  return held;
}

/** All that can be driven, carried or pushed, and goes nowhere with something else. */
async function standing(world: InhabitedWorld): Promise<{ readonly one: Standing; readonly name: string }[]> {
  const found: { one: Standing; name: string }[] = [];
  for (const { id, name, description, posture, ride, heldBy } of world.entities) {
    if (isOfSite(id) || description.kind === 'static' || ride !== undefined || heldBy !== undefined) continue;
    const model = await world.model(description.model);
    if (model) found.push({ name, one: { id, model, pose: posture.pose, values: posture.values } });
  }
  return found;
}

async function missing(models: readonly Model[], world: InhabitedWorld): Promise<Model[]> {
  const known = await Promise.all(models.map(({ id }) => world.model(id)));
  return models.filter((_, index) => known[index] === undefined);
}

/** Rejects when none of those begun is still under way: what came of them is known then. */
async function together<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < all.length; first += TOGETHER) {
    const results = await Promise.allSettled(all.slice(first, first + TOGETHER).map(work));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
