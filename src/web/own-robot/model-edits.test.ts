import { describe, expect, it } from 'vitest';
import { ORIGIN, type Pose } from '../../core/base/pose.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { linkPoses } from '../../core/robots/kinematics.ts';
import type { Model } from '../../core/robots/model.ts';
import { modelSchema } from '../../core/robots/model-schema.ts';
import {
  gaps,
  isNeeded,
  middleOfMoved,
  withDof,
  withFixedPart,
  withGripper,
  withMount,
  withMovedPart,
  withNewDof,
  withNewMount,
  withoutDof,
  withoutMount,
  withTool,
} from './model-edits.ts';

const at = (x: number, z: number): Pose => ({ ...ORIGIN, x, z });
const block = (x: number, z: number) => ({ shape: { kind: 'box', sizeM: [0.1, 0.1, 0.1] }, at: at(x, z), paint: 'bone' }) as const;

/** A foot, an arm and a hand, all of one piece. */
const bare: Model = {
  id: 'bare',
  name: 'Bare',
  kind: 'furniture',
  summary: 'Imported',
  links: [{ name: 'base', parent: -1, origin: ORIGIN, parts: [block(0, 0.05), block(0.3, 0.5), block(0.6, 0.5)] }],
  dofs: [],
  extent: { radiusM: 0.6, heightM: 0.6 },
};

/** Where the middle of each part is, by what it was in the bare model. */
function middles(model: Model, values: readonly number[]): string[] {
  const poses = linkPoses(model, values);
  const found = model.links.flatMap((link, i) =>
    link.parts.map((part) => {
      const { x, y, z, qx, qy, qz, qw } = poses[i] ?? ORIGIN;
      const [px, py, pz] = [part.at.x, part.at.y, part.at.z];
      const [tx, ty, tz] = [2 * (qy * pz - qz * py), 2 * (qz * px - qx * pz), 2 * (qx * py - qy * px)];
      const turned = [px + qw * tx + qy * tz - qz * ty, py + qw * ty + qz * tx - qx * tz, pz + qw * tz + qx * ty - qy * tx];
      return [x, y, z].map((value, k) => (value + (turned[k] ?? 0)).toFixed(3).replace('-0.000', '0.000')).join(' ');
    }),
  );
  return found.toSorted();
}

function armOf(model: Model): Model {
  const shoulder = withNewDof(model);
  // The later part first: the index of the earlier one stays.
  const both = withMovedPart(withMovedPart(shoulder.model, { link: 0, part: 2 }, shoulder.index), { link: 0, part: 1 }, shoulder.index);
  const elbow = withNewDof(both);
  const hand = elbow.model.links[1]?.parts.findIndex((part) => part.at.x === 0.6) ?? -1;
  const pivoted = withDof(elbow.model, elbow.index, { pivot: [0.3, 0, 0.5] });
  return withMovedPart(pivoted, { link: 1, part: hand }, elbow.index);
}

describe('a bare mesh', () => {
  it('becomes a robot: what moves with the first joint carries what moves with the second', () => {
    const arm = armOf(bare);
    expect(modelSchema.safeParse(arm).error).toBeUndefined();
    expect(arm.kind).toBe('arm');
    expect(middles(arm, [0, 0])).toEqual(middles(bare, []));
    expect(middles(arm, [Math.PI / 2, 0])).toEqual(['0.000 0.000 0.050', '0.000 0.300 0.500', '0.000 0.600 0.500']);
    expect(middles(arm, [0, Math.PI / 2])).toEqual(['0.000 0.000 0.050', '0.300 0.000 0.500', '0.300 0.300 0.500']);
  });

  it('is one again when its joints are taken away', () => {
    const arm = armOf(bare);
    const none = withoutDof(withoutDof(arm, 0), 0);
    expect(none.dofs).toEqual([]);
    expect(modelSchema.safeParse(none).error).toBeUndefined();
    expect(middles(none, [])).toEqual(middles(bare, []));
  });

  it('takes a part back without leaving an empty link', () => {
    const arm = armOf(bare);
    const fixed = withFixedPart(arm, { link: 2, part: 0 });
    expect(fixed.links).toHaveLength(2);
    expect(middles(fixed, [0, 1])).toEqual(middles(bare, []));
  });
});

it('keeps home within limits, and limits in order', () => {
  const { model } = withNewDof(bare);
  expect(withDof(model, 0, { low: 0.5 }).dofs[0]).toMatchObject({ low: 0.5, home: 0.5 });
  expect(withDof(model, 0, { high: -2 }).dofs[0]).toMatchObject({ low: -2, high: -2, home: -2 });
  expect(withDof(model, 0, { kind: 'translation' }).dofs[0]).toMatchObject({ low: 0, high: 0.2 });
});

it('leaves the wheels of a driving robot last, and does not give them up', () => {
  const { model, index } = withNewDof(pioneer3dx);
  expect(modelSchema.safeParse(model).error).toBeUndefined();
  expect(isNeeded(model, index)).toBe(false);
  for (const wheel of model.drive?.wheels ?? []) expect(isNeeded(model, wheel)).toBe(true);
  expect(linkPoses(model, []).length).toBe(pioneer3dx.links.length);
  expect(withoutDof(model, index)).toEqual({ ...pioneer3dx, dh: undefined });
});

describe('a gripper', () => {
  const sliding = (() => {
    const { model, index } = withNewDof(armOf(bare));
    return withDof(model, index, { kind: 'translation', high: 0.08 });
  })();

  it('is what slides open, and stays the same one when another joint goes', () => {
    expect(gaps(sliding)).toEqual([{ dof: 2, widestM: 0.08 }]);
    const gripping = withGripper(withTool(sliding, { link: 2 }), gaps(sliding)[0]);
    expect(modelSchema.safeParse(gripping).error).toBeUndefined();
    expect(withoutDof(gripping, 0).tool).toMatchObject({ link: 2, gripper: { dof: 1, widestM: 0.08 } });
  });

  it('goes with the joint that was its gap; the tool stays', () => {
    const gripping = withGripper(withTool(sliding, { link: 2 }), { dof: 2, widestM: 0.08 });
    const still = withoutDof(gripping, 2);
    expect(still.tool).toMatchObject({ link: 2, gripper: undefined });
    expect(modelSchema.safeParse(still).error).toBeUndefined();
  });
});

describe('sensors', () => {
  it('get names of their own, and keep the link they sit on', () => {
    const two = withNewMount(withNewMount(armOf(bare)));
    expect(two.mounts?.map(({ name }) => name)).toEqual(['Sensor 1', 'Sensor 2']);
    const seeing = withMount(two, 1, { name: 'Eye', kind: 'camera', link: 2 });
    expect(modelSchema.safeParse(seeing).error).toBeUndefined();
    // What somebody has put a camera on is not empty.
    expect(withFixedPart(seeing, { link: 2, part: 0 }).links).toHaveLength(3);
    expect(withoutMount(withoutMount(seeing, 0), 0).mounts).toBeUndefined();
  });

  it('keep their parameters until they become something else', () => {
    const seeing = withMount(withNewMount(armOf(bare)), 0, { rangeM: 30, beams: 361, noise: { deviation: 0.01 } });
    expect(withMount(seeing, 0, { name: 'Far' }).mounts).toMatchObject([{ name: 'Far', kind: 'laser', rangeM: 30, beams: 361 }]);
    expect(Object.keys(withMount(seeing, 0, { kind: 'bumper' }).mounts?.[0] ?? {}).sort()).toEqual(['at', 'kind', 'link', 'name']);
  });
});

it('finds the middle of the meshes that move', () => {
  const mesh = { kind: 'mesh', mesh: 'a'.repeat(64), lowM: [0, 0, 0], highM: [0.2, 0.4, 0.6], triangles: 12 } as const;
  const { model, index } = withNewDof({
    ...bare,
    links: [{ name: 'base', parent: -1, origin: ORIGIN, parts: [{ ...block(1, 0), shape: mesh }] }],
  });
  expect(middleOfMoved(model, index)).toBeUndefined();
  const middle = middleOfMoved(withMovedPart(model, { link: 0, part: 0 }, index), index) ?? [];
  for (const [axis, value] of [1.1, 0.2, 0.3].entries()) expect(middle[axis]).toBeCloseTo(value, 9);
});
