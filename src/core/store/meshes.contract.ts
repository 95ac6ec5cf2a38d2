import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MalformedError, MisuseError } from '../base/errors.ts';
import { ORIGIN } from '../base/pose.ts';
import { encodeMesh } from '../geometry/mesh.ts';
import type { Part } from '../geometry/shape.ts';
import type { Model } from '../robots/model.ts';
import { box, freshId, freshWorld, robot } from './harness.contract.ts';
import { MOST_MESH_BYTES_OF_MODEL } from './limits.ts';
import { NotInStoreError, type Store } from './store.ts';

let made = 0;

/** One triangle like no other, encoded, and its hash. */
function freshMesh(): { readonly hash: string; readonly bytes: Uint8Array } {
  const sizeM = 1 + ++made / 1000;
  const bytes = encodeMesh({ positions: new Float32Array([0, 0, 0, sizeM, 0, 0, 0, sizeM, 0]), indices: new Uint32Array([0, 1, 2]) });
  return { hash: hashOf(bytes), bytes };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const partOf = (mesh: string): Part => ({
  shape: { kind: 'mesh', mesh, lowM: [0, 0, 0], highM: [1, 1, 0], triangles: 1 },
  at: ORIGIN,
  paint: 'steel',
});

const modelOf = (id: string, ...meshes: readonly string[]): Model => ({
  ...box(id),
  links: [{ name: 'body', parent: -1, origin: ORIGIN, parts: meshes.map(partOf) }],
});

export function meshesContract(store: () => Store): void {
  const isStored = async (id: string) => (await store().models.all()).models.some((model) => model.id === id);

  describe('meshes', () => {
    it('[D29] come with their model and come back as they were, byte by byte', async () => {
      const [id, mesh, other] = [freshId('model'), freshMesh(), freshMesh()];
      const given = new Map([mesh, other].map(({ hash, bytes }) => [hash, bytes]));
      await store().models.put(modelOf(id, mesh.hash, other.hash, mesh.hash), given);
      expect(await store().models.mesh(mesh.hash)).toEqual(mesh.bytes);
      expect(await store().models.mesh(other.hash)).toEqual(other.bytes);
      expect((await store().models.all()).models).toContainEqual(modelOf(id, mesh.hash, other.hash, mesh.hash));
      expect(await store().models.mesh(freshMesh().hash)).toBeUndefined();
    });

    it('[D29] are needed: a model that lacks one is refused, and what was there stays', async () => {
      const [id, mesh, missing] = [freshId('model'), freshMesh(), freshMesh()];
      const given = new Map([[mesh.hash, mesh.bytes]]);
      await expect(store().models.put(modelOf(id, mesh.hash, missing.hash), given)).rejects.toThrow(NotInStoreError);
      expect(await isStored(id)).toBe(false);
      expect(await store().models.mesh(mesh.hash)).toBeUndefined();
      await store().models.put(box(id));
      await expect(store().models.put(modelOf(id, missing.hash))).rejects.toThrow(missing.hash);
      expect((await store().models.all()).models).toContainEqual(box(id));
      await expect(store().models.ship([modelOf(freshId('model'), missing.hash)])).rejects.toThrow(NotInStoreError);
    });

    it('[D29] come with what is shipped, too', async () => {
      const [id, mesh, other] = [freshId('model'), freshMesh(), freshMesh()];
      await store().models.ship([modelOf(id, mesh.hash)], new Map([mesh, other].map(({ hash, bytes }) => [hash, bytes])));
      expect(await store().models.mesh(mesh.hash)).toEqual(mesh.bytes);
      expect(await store().models.mesh(other.hash)).toBeUndefined();
      await expect(store().models.ship([modelOf(id, other.hash)], new Map([[other.hash, mesh.bytes]]))).rejects.toThrow(MalformedError);
      expect((await store().models.all()).models).toContainEqual(modelOf(id, mesh.hash));
    });

    it('[D29] need not be given again, and are not kept for nothing', async () => {
      const [first, second, mesh, idle] = [freshId('model'), freshId('model'), freshMesh(), freshMesh()];
      const given = new Map([mesh, idle].map(({ hash, bytes }) => [hash, bytes]));
      await store().models.put(modelOf(first, mesh.hash), given);
      await store().models.put(modelOf(second, mesh.hash));
      expect(await isStored(second)).toBe(true);
      expect(await store().models.mesh(idle.hash)).toBeUndefined();
    });

    it('[D5] are refused under a hash that is not theirs, and when there are too many bytes of them', async () => {
      const [id, mesh, other] = [freshId('model'), freshMesh(), freshMesh()];
      await expect(store().models.put(modelOf(id, mesh.hash), new Map([[mesh.hash, other.bytes]]))).rejects.toThrow(MalformedError);
      const huge = new Uint8Array(MOST_MESH_BYTES_OF_MODEL + 1);
      await expect(store().models.put(modelOf(id, hashOf(huge)), new Map([[hashOf(huge), huge]]))).rejects.toThrow(MisuseError);
      expect(await isStored(id)).toBe(false);
      expect(await store().models.mesh(mesh.hash)).toBeUndefined();
      expect(await store().models.mesh(hashOf(huge))).toBeUndefined();
    });

    it('[D30] go with the last model that refers to them: removed, or changed', async () => {
      const [first, second, shared, own] = [freshId('model'), freshId('model'), freshMesh(), freshMesh()];
      await store().models.put(modelOf(first, shared.hash), new Map([[shared.hash, shared.bytes]]));
      await store().models.put(modelOf(second, shared.hash, own.hash), new Map([[own.hash, own.bytes]]));
      await store().models.put(modelOf(second, shared.hash));
      expect(await store().models.mesh(own.hash)).toBeUndefined();
      await store().models.remove(first);
      expect(await store().models.mesh(shared.hash)).toEqual(shared.bytes);
      await store().models.remove(second);
      expect(await store().models.mesh(shared.hash)).toBeUndefined();
    });

    it('[D30] stay, whoever comes and goes at the same time', async () => {
      const mesh = freshMesh();
      const given = new Map([[mesh.hash, mesh.bytes]]);
      const many = Array.from({ length: 8 }, () => freshId('model'));
      await Promise.all(many.map((id) => store().models.put(modelOf(id, mesh.hash), given)));
      await Promise.all(many.slice(1).map((id) => store().models.remove(id)));
      expect(await store().models.mesh(mesh.hash)).toEqual(mesh.bytes);
    });
  });

  it('[D31] tells in which worlds a model stands', async () => {
    const [model, alike] = [freshId('a_model'), freshId('a-model')];
    const of = (id: string, kind: string) => ({
      ...robot(id),
      description: { ...robot(id).description, model: kind, name: `"model":"${alike}"` },
    });
    const first = await freshWorld(store(), [of('one', model), of('two', model), robot('three')]);
    const second = await freshWorld(store(), [of('one', model)]);
    await freshWorld(store(), [of('one', model.replace('_', 'x'))]);
    expect(await store().worlds.using(model)).toEqual([first, second].sort());
    expect(await store().worlds.using(alike)).toEqual([]);
    expect(await store().worlds.using('%')).toEqual([]);
  });
}
