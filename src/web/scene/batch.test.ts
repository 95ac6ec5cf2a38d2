import { Group, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';
import { descriptionSchema } from '../../core/api/messages.ts';
import { type Pose, planarPose } from '../../core/base/pose.ts';
import { catalog } from '../../core/robots/catalog/catalog.ts';
import { draftOf } from '../../core/robots/draft.ts';
import type { EntityInfo, Frame } from '../link/world-link.ts';
import { MATRIX_NUMBERS } from './affine.ts';
import { Batch } from './batch.ts';
import { compileModel } from './compiled-model.ts';
import { cast, Hit, Ray } from './picking.ts';
import { placeholderModel } from './placeholder-model.ts';

const material = new MeshBasicMaterial();
const materials = { opaque: material, glass: material, blob: material, floorPaint: material };
const modelOf = (id: string) => catalog.find((model) => model.id === id) ?? placeholderModel;

function entity(id: string, model: string, slot: number, pose: Pose, valuesAt = 0): EntityInfo {
  const description = descriptionSchema.parse(draftOf(modelOf(model), { pose, colour: 2 }));
  const control = { stop: undefined, lease: undefined, leaseEpoch: 0, asking: [], driver: undefined };
  return {
    id,
    description,
    slot,
    valuesAt,
    owner: 'me',
    isMine: true,
    isLive: true,
    epoch: 1,
    control,
    isWorking: false,
    floor: undefined,
    isElsewhere: false,
    ageMs: 0,
  };
}

const batchOf = (model: string) => new Batch(compileModel(modelOf(model), 'coarse'), new Group(), materials);
const placeOf = (batch: Batch, instance: number) =>
  Array.from(batch.matrices[0]?.slice(instance * MATRIX_NUMBERS + 12, instance * MATRIX_NUMBERS + 15) ?? []);
const frameOf = (poses: readonly Pose[], values: readonly number[] = []): Frame => ({
  layout: 1,
  worldMs: 0,
  poses: Float32Array.from(poses.flatMap(({ x, y, z, qx, qy, qz, qw }) => [x, y, z, qx, qy, qz, qw])),
  values: Float32Array.from(values),
});

describe('a batch', () => {
  it('shows entities where they are described, until a frame says otherwise', () => {
    const batch = batchOf('pioneer-3-dx');
    batch.add(entity('a', 'pioneer-3-dx', 1, planarPose(3, 4, 0)));
    expect(placeOf(batch, 0)).toEqual([3, 4, 0]);
    expect(batch.update(frameOf([planarPose(0, 0, 0), planarPose(5, 6, 1)]), 0.02)).toBe(true);
    expect(placeOf(batch, 0)).toEqual([5, 6, 0]);
    expect(batch.update(frameOf([planarPose(9, 9, 0), planarPose(5, 6, 1)]), 0.02)).toBe(false);
  });

  it('does not move what has no place in a frame yet', () => {
    const batch = batchOf('pioneer-3-dx');
    batch.add(entity('a', 'pioneer-3-dx', 4, planarPose(3, 4, 0)));
    expect(batch.update(frameOf([planarPose(1, 1, 0)]), 0.02)).toBe(false);
    expect(batch.update({ ...frameOf([]), poses: new Float32Array(5 * 7) }, 0.02)).toBe(false);
    expect(placeOf(batch, 0)).toEqual([3, 4, 0]);
  });

  it('keeps every other entity in its place when one leaves, through growth', () => {
    const batch = batchOf('piece-cube');
    const actors = Array.from({ length: 11 }, (_, i) => batch.add(entity(`e${i}`, 'piece-cube', i, planarPose(i, 0, 0))));
    for (const gone of [10, 0, 4]) if (actors[gone]) batch.remove(actors[gone]);
    expect(batch.actors.map(({ id, instance }) => [id, placeOf(batch, instance)[0]])).toEqual(
      batch.actors.map(({ id }) => [id, Number(id.slice(1))]),
    );
    expect(batch.actors.map(({ instance }) => instance)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('rolls wheels as far as the base drives, and not when it is placed elsewhere', () => {
    const batch = batchOf('pioneer-3-dx');
    const actor = batch.add(entity('a', 'pioneer-3-dx', 0, planarPose(0, 0, 0)));
    for (let x = 0; x <= 1.001; x += 0.02) batch.update(frameOf([planarPose(x, 0, 0)]), 0.02);
    expect(actor.forwardM).toBeCloseTo(1, 3);
    batch.update(frameOf([planarPose(8, 0, 0)]), 0.02);
    expect(actor.forwardM).toBeCloseTo(1, 3);
  });

  it('is met by a ray at the entity that stands there', () => {
    const batch = batchOf('puma-560');
    batch.add(entity('left', 'puma-560', 0, planarPose(0, 1, 0)));
    batch.add(entity('right', 'puma-560', 1, planarPose(0, -1, 0)));
    const [ray, hit] = [Object.assign(new Ray(), { x: 4, y: -1, z: 0.02, dx: -1, dy: 0, dz: 0 }), new Hit()];
    expect(cast([batch], ray, hit)).toBe(true);
    expect([hit.actor?.id, hit.body]).toEqual(['right', 0]);
    expect(hit.distanceM).toBeGreaterThan(3.6);
    expect(hit.distanceM).toBeLessThan(4);
    expect(cast([batch], Object.assign(ray, { y: 6 }), hit)).toBe(false);
  });
});

describe.each(catalog.map((model) => [model.name, model] as const))('%s, compiled', (_, model) => {
  it('has something to see, finite, near its origin, for fewer than 80,000 triangles', () => {
    const compiled = compileModel(model, 'fine');
    expect(compiled.triangles).toBeGreaterThan(0);
    expect(compiled.triangles).toBeLessThan(80_000);
    expect(compiled.reachM).toBeLessThan(6);
    for (const { pick } of compiled.bodies) expect(pick?.positions.every(Number.isFinite) ?? true).toBe(true);
  });
});

it('puts a blob under a foot, none under a piece', () => {
  expect(compileModel(modelOf('puma-560'), 'coarse').feet).toHaveLength(1);
  expect(compileModel(modelOf('piece-cube'), 'coarse').feet).toHaveLength(0);
});
