import { planarPose } from '../../src/core/base/pose.ts';
import { draftOf } from '../../src/core/robots/robots.ts';
import { InsertError } from '../../src/core/world/descriptions.ts';
import type { World } from '../../src/library/manyhands.ts';
import type { Guest } from './guest.ts';
import { type Actor, liveThrough, MODELS, type Spell, type SpellLength } from './random-spell.ts';
import { until } from './until.ts';

/** One that holds states: a page, or a participant without one. */
export interface Holder {
  hashes(): Promise<ReadonlyMap<string, number>>;
}

/** A participant without a page, for who asks it as one asks a page. */
export const headless = (world: World): Actor & Holder => ({
  entities: async () => world.entities.map(({ id }) => id),
  insert: (draft, id) => world.insert(draft, id),
  remove: (entity) => world.remove(entity),
  command: (entity, action) => world.command(entity, action),
  hashes: async () => new Map(world.entities.map(({ id, stateHash }) => [id, stateHash])),
});

export interface Together extends Spell {
  readonly entities: number;
  /** How long after the last deed all held the same states. */
  readonly agreedAfterMs: number;
}

/** All of them change one world for a while; then waits until all hold the same states. */
export async function liveTogether(guests: readonly Guest[], world: World, length: SpellLength): Promise<Together> {
  const all = [...guests, headless(world)];
  await meetModels(headless(world), all);
  const spell = await liveThrough(all, length);
  const agreedAfterMs = await until('all hold the same states', () => agree(all));
  return { ...spell, entities: world.entities.length, agreedAfterMs };
}

/**
 * All see one of each model before the spell: what it is made of is reckoned the first time, which on a busy machine takes so long that an insertion runs out of
 * time. Whether this one does is not what is looked at.
 */
async function meetModels(actor: Actor, all: readonly Actor[]): Promise<void> {
  const ids = MODELS.map(({ id }) => `first-${id}`);
  for (const [index, model] of MODELS.entries()) {
    const draft = draftOf(model, { pose: planarPose(60 + 3 * index, 60, 0) });
    await actor.insert(draft, ids[index] ?? '').catch((error: unknown) => {
      if (!(error instanceof InsertError)) throw error;
    });
  }
  const see = async (each: Actor) => (await each.entities()).filter((id) => ids.includes(id)).length;
  await until('all see one of each model', async () => (await Promise.all(all.map(see))).every((seen) => seen === ids.length));
  for (const id of ids) await actor.remove(id);
  await until('nobody sees them any more', async () => (await Promise.all(all.map(see))).every((seen) => seen === 0));
}

export const toldOf = ({ inserts, removals, moves, blocked, entities, agreedAfterMs }: Together): string =>
  `${inserts} inserts, ${removals} removals, ${moves} moves, ${blocked} blocked; all hold the same ${entities} states ${agreedAfterMs.toFixed(0)} ms after the last`;

/** Whether all hold the same states of the same things, and of at least one. */
export async function agree(holders: readonly Holder[]): Promise<boolean> {
  const told = await Promise.all(holders.map(async (holder) => asText(await holder.hashes())));
  return told[0] !== '' && told.every((text) => text === told[0]);
}

const asText = (hashes: ReadonlyMap<string, number>): string =>
  [...hashes]
    .map(([id, hash]) => `${id} ${hash}`)
    .toSorted()
    .join('\n');
