import type { Store } from '../../core/store/store.ts';

/** A text that a world begins with. */
export interface FirstDocument {
  readonly id: string;
  readonly name: string;
  readonly state: Uint8Array;
}

/** Of a new world, before it is opened. */
export async function keepDocuments(store: Store, world: string, documents: readonly FirstDocument[], by: string): Promise<void> {
  for (const { id, name, state } of documents)
    await store.documents.create({ world, id, name, createdBy: by, createdAtMs: Date.now() }, state);
}

/** Those of another world, as they were saved last. */
export async function documentsOf(store: Store, world: string): Promise<FirstDocument[]> {
  const records = await store.documents.all(world);
  return await Promise.all(
    records.map(async ({ id, name }) => ({ id, name, state: (await store.documents.state(world, id)) ?? new Uint8Array() })),
  );
}
