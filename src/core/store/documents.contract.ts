import { describe, expect, it } from 'vitest';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { freshId, freshWorld } from './harness.contract.ts';
import { LARGEST_DOCUMENT_BYTES, MOST_DOCUMENTS_OF_WORLD } from './limits.ts';
import { type DocumentDraft, NotInStoreError, type Store, StoreLimitError } from './store.ts';

const draft = (world: string, id: string): DocumentDraft => ({ world, id, name: `The ${id}`, createdBy: 'ann', createdAtMs: 5 });

export function documentsContract(store: () => Store): void {
  describe('documents', () => {
    it('[D33] [D4] come back as they were saved, and are listed by id', async () => {
      const { documents, worlds } = store();
      const [world, hub] = [await freshWorld(store()), freshId('hub')];
      await worlds.keep(world, hub);
      expect(await documents.create(draft(world, 'plan-b'))).toBe('created');
      expect(await documents.create(draft(world, 'plan-a'))).toBe('created');
      expect(await documents.state(world, 'plan-a')).toEqual(new Uint8Array());
      expect(await documents.save(world, 'plan-a', Uint8Array.of(0, 255, 7), 9, hub)).toBe('saved');
      expect(await documents.state(world, 'plan-a')).toEqual(Uint8Array.of(0, 255, 7));
      await documents.rename(world, 'plan-b', 'Ground floor');
      expect(await documents.all(world)).toEqual([
        { ...draft(world, 'plan-a'), changedAtMs: 9, sizeBytes: 3 },
        { ...draft(world, 'plan-b'), name: 'Ground floor', changedAtMs: 5, sizeBytes: 0 },
      ]);
      await documents.remove(world, 'plan-a');
      expect(await documents.state(world, 'plan-a')).toBeUndefined();
      expect(await documents.all(world)).toMatchObject([{ id: 'plan-b' }]);
    });

    it('[D33] begin with the state that they are created with, before any hub keeps the world', async () => {
      const { documents } = store();
      const world = await freshWorld(store());
      expect(await documents.create(draft(world, 'plan'), Uint8Array.of(4, 0, 200))).toBe('created');
      expect(await documents.state(world, 'plan')).toEqual(Uint8Array.of(4, 0, 200));
      expect(await documents.all(world)).toMatchObject([{ id: 'plan', changedAtMs: 5, sizeBytes: 3 }]);
      await expect(documents.create(draft(world, 'huge'), new Uint8Array(LARGEST_DOCUMENT_BYTES + 1))).rejects.toThrow(MisuseError);
      expect(await documents.state(world, 'huge')).toBeUndefined();
    });

    it('[D33] have an id that is given once', async () => {
      const { documents } = store();
      const [world, other] = [await freshWorld(store()), await freshWorld(store())];
      await documents.create(draft(world, 'plan'));
      expect(await documents.create({ ...draft(world, 'plan'), name: 'Another' })).toBe('exists');
      expect(await documents.all(world)).toMatchObject([{ name: 'The plan' }]);
      expect(await documents.create(draft(other, 'plan'))).toBe('created');
    });

    it('[D33] are saved by the hub that keeps the world, and by no other', async () => {
      const { documents, worlds } = store();
      const [world, hub, other] = [await freshWorld(store()), freshId('hub'), freshId('hub')];
      await documents.create(draft(world, 'plan'));
      expect(await documents.save(world, 'plan', Uint8Array.of(1), 6, hub)).toBe('not-kept');
      await worlds.keep(world, hub);
      expect(await documents.save(world, 'plan', Uint8Array.of(2), 7, hub)).toBe('saved');
      expect(await documents.save(world, 'plan', Uint8Array.of(3), 8, other)).toBe('not-kept');
      expect(await documents.state(world, 'plan')).toEqual(Uint8Array.of(2));
    });

    it('[D5] [D6] are refused when they have no world, no id or too many bytes', async () => {
      const { documents, worlds } = store();
      const [world, hub] = [await freshWorld(store()), freshId('hub')];
      await worlds.keep(world, hub);
      await expect(documents.create(draft(freshId('nowhere'), 'plan'))).rejects.toThrow(NotInStoreError);
      await expect(documents.create(draft(world, 'Not An Id'))).rejects.toThrow(MalformedError);
      await expect(documents.rename(world, 'plan', 'x')).rejects.toThrow(NotInStoreError);
      await expect(documents.save(world, 'plan', Uint8Array.of(1), 6, hub)).rejects.toThrow(NotInStoreError);
      await expect(documents.save(world, 'plan', new Uint8Array(LARGEST_DOCUMENT_BYTES + 1), 6, hub)).rejects.toThrow(MisuseError);
      await documents.remove(world, 'plan');
    });

    it('[D7] are so many in a world and no more', async () => {
      const { documents } = store();
      const world = await freshWorld(store());
      for (let i = 0; i < MOST_DOCUMENTS_OF_WORLD; i++) await documents.create(draft(world, `plan-${i}`));
      await expect(documents.create(draft(world, 'one-more'))).rejects.toThrow(StoreLimitError);
      expect(await documents.all(world)).toHaveLength(MOST_DOCUMENTS_OF_WORLD);
    });

    it('[D15] go with their world', async () => {
      const { documents, worlds } = store();
      const world = await freshWorld(store());
      await documents.create(draft(world, 'plan'));
      await worlds.remove(world);
      expect(await documents.all(world)).toEqual([]);
    });
  });
}
