import { ORIGIN, planarPose } from '../base/pose.ts';
import type { Model } from '../robots/model.ts';
import type { SavedEntity, Store, WorldDraft } from './store.ts';

/** What the contract needs of an implementation: one Store, in which other tests may have left something. */
export interface StoreHarness extends AsyncDisposable {
  readonly store: Store;
}

/** A database that outlasts the Stores on it. */
export interface LastingHarness extends AsyncDisposable {
  /** Closes the Store that is open, if one is, and opens another on the same database. */
  reopen(): Promise<Store>;
  /** Changes the database behind the Store's back. */
  sql(statement: string): Promise<void>;
}

export type MakeStore = () => Promise<StoreHarness>;
export type MakeLasting = () => Promise<LastingHarness>;

let made = 0;

/** An id that no other test has. */
export const freshId = (kind: string): string => `${kind}-${++made}`;

export const draftOf = (id: string): WorldDraft => ({ id, name: `World ${id}`, summary: 'a world', createdBy: 'ann', createdAtMs: 1000 });

export async function freshWorld(store: Store, entities: readonly SavedEntity[] = []): Promise<string> {
  const id = freshId('world');
  await store.worlds.create(draftOf(id), entities);
  return id;
}

export async function freshPerson(store: Store): Promise<string> {
  const id = freshId('person');
  await store.people.put({ id, name: 'Ann', colour: 3, firstSeenMs: 1, lastSeenMs: 2 });
  return id;
}

export const robot = (id: string, x = 0): SavedEntity => ({
  id,
  description: {
    name: `Robot ${id}`,
    model: 'puma-560',
    kind: 'dynamic',
    colour: 4,
    dofs: [{ name: 'waist', kind: 'rotation', low: -2.8, high: 2.8, speedPerS: 1.4 }],
    initial: { pose: ORIGIN, values: [0] },
  },
  posture: { pose: planarPose(x, 0.1, 0.3), values: [0.1 + 0.2] },
});

export const shelf = (id: string): SavedEntity => ({
  id,
  description: { name: 'Shelf', model: 'shelf', kind: 'static', dofs: [], initial: { pose: ORIGIN, values: [] } },
  posture: { pose: ORIGIN, values: [] },
});

export const box = (id: string, name = 'Box'): Model => ({
  id,
  name,
  kind: 'part',
  summary: 'A box',
  links: [
    { name: 'body', parent: -1, origin: ORIGIN, parts: [{ shape: { kind: 'box', sizeM: [0.1, 0.2, 0.3] }, at: ORIGIN, paint: 'wood' }] },
  ],
  dofs: [],
  extent: { radiusM: 0.2, heightM: 0.3 },
});
