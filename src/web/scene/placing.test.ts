import { Group, MeshBasicMaterial } from 'three';
import { describe, expect, it } from 'vitest';
import { descriptionSchema } from '../../core/api/messages.ts';
import { type Pose, planarPose } from '../../core/base/pose.ts';
import { catalog } from '../../core/robots/catalog/catalog.ts';
import { draftOf } from '../../core/robots/draft.ts';
import { IDLE_CONTROL } from '../../core/world/control.ts';
import type { EntityInfo } from '../link/world-link.ts';
import { Batch } from './batch.ts';
import { compileModel } from './compiled-model.ts';
import { cast, Hit, Ray } from './picking.ts';
import { surfaceUnder } from './placing.ts';

const material = new MeshBasicMaterial();
const materials = { opaque: material, glass: material, blob: material, floorPaint: material };

function standing(model: string, pose: Pose): Batch {
  const found = catalog.find(({ id }) => id === model);
  if (!found) throw new Error(`the catalog has no ${model}`);
  const batch = new Batch(compileModel(found, 'coarse'), new Group(), materials);
  const description = descriptionSchema.parse(draftOf(found, { pose, colour: 2 }));
  const info: EntityInfo = {
    ...{ id: model, description, slot: 0, valuesAt: 0, owner: 'me', isMine: true, isLive: true, epoch: 1 },
    ...{ control: IDLE_CONTROL, isWorking: false, floor: undefined, isElsewhere: false, ageMs: 0 },
  };
  batch.add(info);
  return batch;
}

const bench = standing('workbench', planarPose(0, 0, 0));
const wall = standing('wall', planarPose(0, 3, 0));
const BENCH_M = 0.72;

function under(from: readonly [number, number, number], to: readonly [number, number, number]) {
  const ray = new Ray();
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(dx, dy, dz);
  Object.assign(ray, { x: from[0], y: from[1], z: from[2], dx: dx / length, dy: dy / length, dz: dz / length });
  return surfaceUnder(ray, { cast: (each, hit) => cast([bench, wall], each, hit) }, new Hit(), new Ray());
}

describe('what is put down by a click', () => {
  it('stands on what is under the pointer', () => {
    const place = under([2, -2, 2], [0.1, 0.05, BENCH_M]);
    expect(place?.x).toBeCloseTo(0.1, 1);
    expect(place?.y).toBeCloseTo(0.05, 1);
    expect(place?.z).toBeCloseTo(BENCH_M, 3);
  });

  it('stands on the floor before a wall, and not in the air', () => {
    const place = under([0, 1.5, 0.6], [0, 3, 0.3]);
    expect(place?.y).toBeCloseTo(2.94, 1);
    expect(place?.z).toBe(0);
  });

  it('stands on the floor where there is nothing else', () => {
    expect(under([5, 5, 2], [6, 6, 0])).toMatchObject({ z: 0 });
  });

  it('stands nowhere when the pointer is in the sky', () => {
    expect(under([2, -2, 2], [4, -4, 3])).toBeUndefined();
  });
});
