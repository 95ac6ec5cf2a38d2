import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compose, ORIGIN, type Pose } from '../core/base/pose.ts';
import { at, chain, turned } from '../core/geometry/placement.ts';
import { linkPoses } from '../core/robots/kinematics.ts';
import type { Model } from '../core/robots/model.ts';
import { exportBody, ImportError, importBody } from './formats.ts';
import { binaryStl, filesOf, someTriangles, urdf } from './samples.contract.ts';

const hand = binaryStl(someTriangles);

/** A joint as a test makes it up; its child is link `index + 1`. */
interface Made {
  readonly parent: number;
  readonly type: 'revolute' | 'continuous' | 'prismatic' | 'fixed' | 'floating' | 'planar';
  readonly xyz: readonly number[];
  readonly rpy: readonly number[];
  readonly axis: readonly [number, number, number];
  readonly mimic?: { readonly of: number; readonly multiplier: number; readonly offset: number } | undefined;
}

const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const triple = (most: number) => fc.tuple(number(most), number(most), number(most));
// Straight up and down is where roll and yaw are one: it must come often.
const angle = fc.oneof(number(Math.PI), fc.constantFrom(0, Math.PI / 2, -Math.PI / 2, Math.PI));
const made: fc.Arbitrary<Made> = fc.record({
  parent: fc.nat(),
  type: fc.constantFrom('revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'),
  xyz: triple(2),
  rpy: fc.tuple(angle, angle, angle),
  axis: triple(1).filter((axis) => Math.hypot(...axis) > 0.01),
  mimic: fc.option(fc.record({ of: fc.nat(), multiplier: number(3), offset: number(1) }), { nil: undefined }),
});

const isMovable = ({ type }: Made): boolean => type === 'revolute' || type === 'continuous' || type === 'prismatic';

/** Which joint it follows: one that comes before it and moves in the same way. */
function masterOf(joints: readonly Made[], index: number): number | undefined {
  const joint = joints[index];
  if (!joint?.mimic || !isMovable(joint)) return undefined;
  const master = joint.mimic.of % Math.max(1, index);
  const other = joints[master];
  return master < index && other && isMovable(other) && (other.type === 'prismatic') === (joint.type === 'prismatic') ? master : undefined;
}

function written(joints: readonly Made[]): string {
  const links = Array.from({ length: joints.length + 1 }, (_, i) => `<link name="link ${i}"/>`);
  const elements = joints.map(({ parent, type, xyz, rpy, axis, mimic }, i) => {
    const master = masterOf(joints, i);
    const follows =
      master === undefined || !mimic ? '' : `<mimic joint="joint ${master}" multiplier="${mimic.multiplier}" offset="${mimic.offset}"/>`;
    return `<joint name="joint ${i}" type="${type}"><parent link="link ${parent % (i + 1)}"/><child link="link ${i + 1}"/>
      <origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/><axis xyz="${axis.join(' ')}"/><limit lower="-9" upper="9" velocity="1"/>${follows}</joint>`;
  });
  return `<robot name="random">${links.join('')}${elements.join('\n')}</robot>`;
}

/** Where URDF says that the links are, by its own definition. */
function reference(joints: readonly Made[], values: ReadonlyMap<string, number>): Pose[] {
  const poses: Pose[] = [ORIGIN];
  const movedBy = (index: number): number => {
    const master = masterOf(joints, index);
    const { multiplier, offset } = joints[index]?.mimic ?? { multiplier: 1, offset: 0 };
    return master === undefined ? (values.get(`joint ${index}`) ?? 0) : multiplier * movedBy(master) + offset;
  };
  for (const [i, joint] of joints.entries()) {
    const [x = 0, y = 0, z = 0] = joint.xyz;
    const [roll = 0, pitch = 0, yaw = 0] = joint.rpy;
    const origin = chain(at(x, y, z), turned([0, 0, 1], yaw), turned([0, 1, 0], pitch), turned([1, 0, 0], roll));
    const value = movedBy(i);
    const scale = value / Math.hypot(...joint.axis);
    const slide = at(joint.axis[0] * scale, joint.axis[1] * scale, joint.axis[2] * scale);
    const motion = !isMovable(joint) ? ORIGIN : joint.type === 'prismatic' ? slide : turned(joint.axis, value);
    poses.push(chain(poses[joint.parent % (i + 1)] ?? ORIGIN, origin, motion));
  }
  return poses;
}

function expectPoses(model: Model, joints: readonly Made[], values: ReadonlyMap<string, number>): void {
  const poses = linkPoses(
    model,
    model.dofs.map(({ name }) => values.get(name) ?? 0),
  );
  for (const [i, expected] of reference(joints, values).entries()) {
    const pose = poses[model.links.findIndex(({ name }) => name === `link ${i}`)] ?? at(1e9, 0, 0);
    // A point far from the axes shows an error of turning as well as one of place.
    for (const probe of [at(0, 0, 0), at(1, 0, 0), at(0, 1, 0)]) {
      const [is, should] = [compose(pose, probe), compose(expected, probe)];
      expect(Math.hypot(is.x - should.x, is.y - should.y, is.z - should.z)).toBeLessThan(1e-6);
    }
  }
}

describe('URDF', () => {
  it('[F8] [F9] [F20] [F21] random trees keep the pose of every link, from URDF to model, and from model to URDF to model', async () => {
    const trees = fc.tuple(fc.array(made, { maxLength: 12 }), fc.array(number(3), { minLength: 12, maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(trees, async ([joints, numbers]) => {
        const values = new Map(numbers.map((value, i) => [`joint ${i}`, value]));
        const { model } = await importBody(filesOf({ 'random.urdf': written(joints) }));
        expectPoses(model, joints, values);
        const again = await importBody(await exportBody(model, new Map()));
        expect(again.model.dofs.map(({ name }) => name).toSorted()).toEqual(model.dofs.map(({ name }) => name).toSorted());
        expectPoses(again.model, joints, values);
      }),
      { numRuns: 300 },
    );
  });

  it('[F8] [F9] [F10] a gripper: limits, speeds, materials, a mesh of its package, a finger that follows', async () => {
    const { model, meshes, problems } = await importBody(filesOf({ 'grip/robots/gripper.urdf': urdf, 'grip/meshes/hand.stl': hand }));
    expect(problems).toEqual([]);
    expect(model).toMatchObject({ id: 'gripper', name: 'gripper' });
    expect(model.dofs).toMatchObject([
      { name: 'turn', kind: 'rotation', low: -2, high: 2, speedPerS: 3 },
      { name: 'close', kind: 'translation', low: 0, high: 0.04, speedPerS: 0.1 },
    ]);
    expect(model.links[0]?.parts).toMatchObject([{ shape: { kind: 'box', sizeM: [0.4, 0.4, 0.1] }, paint: '#0000ff' }]);
    const shape = model.links[1]?.parts[0]?.shape;
    expect(shape).toMatchObject({ kind: 'mesh', lowM: [0, 0, 0], highM: [2, 2, 2], triangles: 2 });
    expect(meshes.size).toBe(1);
    expect(model.links.find(({ name }) => name === 'right')).toMatchObject({ dof: 1, factor: 0.5 });
    // 0.05 to the side; turned about x by a half turn, it moves the other way; offset 0.01 and half of 0.02.
    const poses = linkPoses(model, [0, 0.02]);
    const [right, base] = [poses[model.links.findIndex(({ name }) => name === 'right')], poses[1]];
    expect(right && base && Math.hypot(right.x - base.x, right.y - base.y)).toBeCloseTo(0.07, 9);
  });

  it('[F10] a mesh that is missing, or of an unknown format, is noted at its place; a box stands in for it', async () => {
    for (const files of [{}, { 'meshes/hand.ply': 'ply' }]) {
      const text = urdf.replace('hand.stl', 'meshes/hand.ply' in files ? 'hand.ply' : 'hand.stl');
      const { model, problems } = await importBody(filesOf({ 'gripper.urdf': text, ...files }));
      expect(problems).toMatchObject([
        { file: 'gripper.urdf', line: 5, message: expect.stringMatching(/^the mesh ".*hand\.(stl|ply)" is/) },
      ]);
      expect(model.links[1]?.parts).toMatchObject([{ shape: { kind: 'box' } }]);
    }
  });

  it('[F10] a reference never leaves the given files', async () => {
    for (const reference of ['../../../../etc/passwd', 'file:///etc/hand', '/etc/../../hand.stl', '%2e%2e/%2e%2e/hand']) {
      const { problems } = await importBody(filesOf({ 'a/gripper.urdf': urdf.replace('package://grip/meshes/hand.stl', reference) }));
      expect(problems[0]?.message).toContain('is not among the files');
    }
  });

  it('[F9] a floating base is the movement of the body itself', async () => {
    const text =
      '<robot name="r"><link name="world"/><link name="base"/><joint name="j" type="floating"><parent link="world"/><child link="base"/></joint></robot>';
    const { model, problems } = await importBody(filesOf({ 'r.urdf': text }));
    expect(model.dofs).toEqual([]);
    expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining('floating') }]);
  });

  const joint = (parent: string, child: string, more = 'type="fixed"', inside = '') =>
    `<joint name="${parent}${child}" ${more}><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
  const robot = (...elements: string[]) => `<robot name="r">\n${elements.join('\n')}\n</robot>`;
  const [a, b, c] = ['<link name="a"/>', '<link name="b"/>', '<link name="c"/>'];
  const limits = '<limit lower="0" upper="1" velocity="1"/>';
  it.each([
    ['two roots', robot(a, b), 3, '2 roots'],
    ['a circle', robot(a, b, joint('a', 'b'), joint('b', 'a')), 4, 'circle'],
    ['a circle beside the root', robot(a, b, c, joint('b', 'c'), joint('c', 'b')), 3, 'circle'],
    ['a joint to itself', robot(a, b, joint('a', 'a')), 4, 'as its parent and as its child'],
    ['two joints to a link', robot(a, b, c, joint('a', 'b'), joint('c', 'b')), 6, 'already hangs on'],
    ['an unknown link', robot(a, joint('a', 'z')), 3, '"z", which is not there'],
    ['a link twice', robot(a, a), 3, 'two links'],
    ['no limits', robot(a, b, joint('a', 'b', 'type="revolute"')), 4, 'no <limit>'],
    ['limits the wrong way', robot(a, b, joint('a', 'b', 'type="revolute"', '<limit lower="1" upper="0"/>')), 4, 'above'],
    ['an unknown type', robot(a, b, joint('a', 'b', 'type="magic"')), 4, '"magic"'],
    ['an axis of no length', robot(a, b, joint('a', 'b', 'type="revolute"', `<axis xyz="0 0 0"/>${limits}`)), 4, 'nowhere'],
    ['a mimic of itself', robot(a, b, joint('a', 'b', 'type="revolute"', `<mimic joint="ab"/>${limits}`)), 4, 'mimics itself'],
    ['a mimic of nothing', robot(a, b, joint('a', 'b', 'type="revolute"', `<mimic joint="zz"/>${limits}`)), 4, 'not there'],
    ['1e308', robot(a, b, joint('a', 'b', 'type="fixed"', '<origin xyz="1e308 0 0"/>')), 4, 'no number within'],
    ['NaN', robot(a, b, joint('a', 'b', 'type="fixed"', '<origin xyz="NaN 0 0"/>')), 4, 'three numbers'],
    ['no robot', '<world/>', 1, '<world>'],
    ['xacro', robot('<xacro:macro xmlns:xacro="x" name="m"/>'), 2, 'xacro'],
  ])('[F13] [F12] refuses %s, and says where', async (_what, text, line, message) => {
    const refused = await importBody(filesOf({ 'r.urdf': text })).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(ImportError);
    expect((refused as ImportError).problems).toMatchObject([
      { file: 'r.urdf', line, column: expect.any(Number), message: expect.stringContaining(message) },
    ]);
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE robot [<!ENTITY a "b">]><robot name="&a;"/>', 'DOCTYPE'],
    ['an entity', '<robot name="&lol;"><link name="a"/></robot>', 'entity'],
    ['a billion laughs', `<!DOCTYPE r [${'<!ENTITY a "&b;&b;">'.repeat(20)}]><robot name="&a;"/>`, 'DOCTYPE'],
    ['deep nesting', `${'<robot>'.repeat(5000)}`, 'nested'],
    ['a crowd of elements', `<robot name="r">${'<a/>'.repeat(200_001)}</robot>`, 'elements'],
  ])('[F15] refuses %s', async (_what, text, message) => {
    await expect(importBody(filesOf({ 'r.urdf': text }))).rejects.toThrow(message);
  });
});
