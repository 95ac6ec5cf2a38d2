import { describe, expect, it } from 'vitest';
import { linkPoses } from '../core/robots/kinematics.ts';
import type { Model } from '../core/robots/model.ts';
import { armWithGripper, oddities, plate } from './foreign-robots.contract.ts';
import { exportBody, importBody } from './formats.ts';
import { asciiStl, binaryStl, filesOf, mtl, obj, someTriangles } from './samples.contract.ts';

const names = ['shoulder', 'upper_arm', 'forearm', 'wrist_1', 'wrist_2', 'wrist_3'];
const armFiles = filesOf({
  'ur_description/urdf/ur5.urdf': armWithGripper,
  'ur_description/meshes/ur5/visual/base.dae': plate(1, 'Z_UP'),
  ...Object.fromEntries(
    names.map((name, i) => [`ur_description/meshes/ur5/visual/${name}.dae`, plate(i % 2 === 0 ? 1 : 0.001, i % 2 === 0 ? 'Y_UP' : 'Z_UP')]),
  ),
});

const poseOf = (model: Model, link: string, values: readonly number[]) =>
  linkPoses(model, values)[model.links.findIndex(({ name }) => name === link)];

describe('robots as others describe them', () => {
  it('[F8] [F9] [F10] [F11] an arm with a gripper: what else its file says is passed over, its fingers follow', async () => {
    const { model, meshes, problems } = await importBody(armFiles);
    expect(problems).toEqual([]);
    expect(model).toMatchObject({ kind: 'arm', name: 'ur5' });
    expect(model.dofs.map(({ name }) => name)).toEqual([
      ...['shoulder_pan', 'shoulder_lift', 'elbow', 'wrist_1', 'wrist_2', 'wrist_3'].map((name) => `${name}_joint`),
      'left_knuckle_joint',
    ]);
    // Plates in metres and millimetres are equal once they are in metres, and so are kept once.
    expect(meshes.size).toBe(1);
    expect(model.links.flatMap(({ parts }) => parts).find(({ shape }) => shape.kind === 'mesh')).toMatchObject({
      paint: '#b3b3b3',
      shape: { highM: [1, 1, 0] },
    });
    expect(poseOf(model, 'tool0', [])?.z).toBeCloseTo(0.089159 + 0.425 + 0.39225 + 0.09465, 9);
    const closed = [0, 0, 0, 0, 0, 0, 0.5];
    const [left, right] = ['left_knuckle_joint_link', 'right_knuckle_joint_link'].map((name) => [
      poseOf(model, name, []),
      poseOf(model, name, closed),
    ]);
    for (const [before, after] of [left ?? [], right ?? []]) expect(after).not.toEqual(before);
    // The tip goes back as far as what it hangs on goes forward: it stays as it was.
    const tip = poseOf(model, 'left_finger_tip_joint_link', closed);
    expect([tip?.qx, tip?.qy, tip?.qz].map((value) => Math.abs(value ?? 1))).toEqual(
      [poseOf(model, 'left_finger_tip_joint_link', [])].flatMap((rest) =>
        [rest?.qx, rest?.qy, rest?.qz].map((value) => expect.closeTo(Math.abs(value ?? 0), 9)),
      ),
    );
    const again = await importBody(await exportBody(model, meshes));
    expect(again.model.dofs).toHaveLength(7);
  });

  it('[F8] [F9] [F10] every type of joint, and files by every kind of address', async () => {
    const cap = binaryStl(
      someTriangles.map((corners) => corners.map((value) => 1000 * value)),
      'solid exported by SolidWorks',
    );
    const { model, meshes, problems } = await importBody(filesOf({ 'my_robot/urdf/odd.urdf': oddities, 'my_robot/meshes/CAP.stl': cap }));
    expect(model.dofs).toMatchObject([
      { name: 'lift', kind: 'translation', low: 0, high: 0.5, speedPerS: 0.1 },
      { name: 'spin', kind: 'rotation', low: -1e6, high: 1e6, speedPerS: 5 },
      { name: 'hinge', kind: 'rotation', low: -1e6, high: 1e6, speedPerS: 1 },
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"hinge" says no velocity'),
      expect.stringContaining('planar'),
      expect.stringContaining('floating'),
    ]);
    expect(meshes.size).toBe(2);
    expect(model.links.find(({ name }) => name === 'column')?.parts).toMatchObject([
      { shape: { kind: 'cylinder' } },
      { paint: '#ff8000' },
      { shape: { highM: [1, 1, 0], lowM: [0, 0, -1] } },
    ]);
    // Half up the base, half up by the lift: an axis of any length is a direction.
    expect(poseOf(model, 'column', [0.25])?.z).toBeCloseTo(1.75, 9);
    expect(model.links.find(({ name }) => name === 'base')?.parts).toEqual([]);
  });

  it('[F8] one that only says what it collides with is shown by that', async () => {
    const { model } = await importBody(
      filesOf({ 'a.urdf': armWithGripper.replaceAll(/<visual>.*?<\/visual>/gs, '').replaceAll('<mesh', '<box size="1 1 1"/><mesh') }),
    );
    expect(model.links.flatMap(({ parts }) => parts)).toHaveLength(7);
  });

  it.each([
    ['robot.urdf.xacro', '<robot/>', /^robot\.urdf\.xacro: is xacro.*xacro robot\.urdf\.xacro > robot\.urdf/],
    ['r.urdf', '<robot name="r" xmlns:xacro="x">\n<link name="a"/>\n<xacro:arm prefix="left_"/>\n</robot>', /^r\.urdf:3:\d+: is xacro/],
    [
      'r.urdf',
      '<robot name="r"><link name="a"><visual>\n<geometry><box size="$(arg width) 1 1"/></geometry></visual></link></robot>',
      /^r\.urdf:2:\d+: .*is xacro/,
    ],
  ])('[F13] %s is refused as xacro, and says how to expand it', async (path, text, reason) => {
    await expect(importBody(filesOf({ [path]: text }))).rejects.toThrow(reason);
  });

  it('[F2] STL as other tools write it: lines of Windows, tabs, capitals, exponents, no name, several solids', async () => {
    const same = async (text: string) => [...(await importBody(filesOf({ 'a.stl': text }), { unitM: 1 })).meshes.keys()];
    const usual = await same(asciiStl);
    for (const text of [
      asciiStl.replaceAll('\n', '\r\n'),
      asciiStl.replaceAll(' ', '\t').toUpperCase(),
      asciiStl
        .replaceAll(/(\d)\.(\d)/g, '$1$2.0E-01')
        .replace('solid wedge\n', 'solid\n')
        .replace('endsolid wedge\n', 'endsolid'),
      `\uFEFF  ${asciiStl}\n\n`,
    ])
      expect(await same(text)).toEqual(usual);
    expect((await importBody(filesOf({ 'a.stl': asciiStl + asciiStl.replaceAll('0.2', '0.4') }))).model.links[0]?.parts).toHaveLength(2);
  });

  it('[F3] OBJ as other tools write it: lines of Windows, lines that go on, normals only, groups, colours behind vertices', async () => {
    const shape = async (text: string) =>
      (await importBody(filesOf({ 'a.obj': text, 'roof.mtl': mtl.replaceAll('\n', '\r\n') }), { unitM: 1 })).model.links[0]?.parts.map(
        ({ paint, shape: made }) => [paint, made.kind === 'mesh' && made.triangles],
      );
    const usual = [
      ['#ff0000', 2],
      ['#0000ff', 2],
    ];
    for (const text of [
      obj.replaceAll('\n', '\r\n'),
      obj.replace('f 1 2 3 4', 'f 1//1 2//1 \\\n 3//1 4//1'),
      obj.replaceAll(/^(v .*)$/gm, '$1 0.5 0.5 0.5').replace('o roof', 'g roof tiles\ns off'),
      obj.replace('f 1 2 3 4', 'f -5 -4 -3 -2\nl 1 2\np 1'),
    ])
      expect(await shape(text)).toEqual(usual);
  });

  it('[F5] COLLADA: unit, up axis and nodes that are used from elsewhere', async () => {
    const heights = await Promise.all(
      [
        ['Z_UP', 0.01],
        ['Y_UP', 1],
        ['X_UP', 1],
      ].map(async ([up]) => (await importBody(filesOf({ 'p.dae': plate(0.001, String(up)) }))).model.extent.heightM),
    );
    expect(heights).toEqual([0.01, expect.closeTo(1, 6), expect.closeTo(1, 6)]);
  });
});
