import { describe, expect, it } from 'vitest';
import { compose } from '../core/base/pose.ts';
import { at } from '../core/geometry/placement.ts';
import { draftOf } from '../core/robots/draft.ts';
import { linkPoses } from '../core/robots/kinematics.ts';
import type { Model } from '../core/robots/model.ts';
import { catalog, drivenDofs, shownValues } from '../core/robots/robots.ts';
import { exportBody, importBody } from './formats.ts';
import { binaryStl, filesOf, urdf } from './samples.contract.ts';
import { carrier, husky, turtle } from './wheeled-robots.contract.ts';

const ring = Array.from({ length: 24 }, (_, i) => (2 * Math.PI * i) / 24);
/** A wheel about y, of 33 mm, as its maker exports it. */
const tyre = binaryStl(
  ring.map((a) => [33 * Math.cos(a), -9, 33 * Math.sin(a), 33 * Math.cos(a + 0.3), -9, 33 * Math.sin(a + 0.3), 0, 9, 0]),
);
const tyres = { 'turtle_description/meshes/wheels/left_tire.stl': tyre, 'turtle_description/meshes/wheels/right_tire.stl': tyre };

const imported = async (text: string, beside: Readonly<Record<string, Uint8Array>> = {}) =>
  importBody(filesOf({ 'turtle_description/urdf/robot.urdf': text, ...beside }), { main: 'turtle_description/urdf/robot.urdf' });

/** Where a point of a link is, after the base has gone so far forward: in the frame of the base. */
function pointOf(model: Model, link: string, [x, y, z]: readonly [number, number, number], forwardM: number) {
  const values = shownValues(model, [], { forwardM, turnedRad: 0, effort: 1 });
  const pose = linkPoses(model, values)[model.links.findIndex(({ name }) => name === link)];
  return pose && compose(pose, at(x, y, z));
}

describe('URDF on wheels', () => {
  it.each([
    ['by its collision cylinders', turtle, tyres],
    ['by its meshes', turtle.replaceAll(/<collision>.*?<\/collision>/g, ''), tyres],
    ['though the meshes are missing', turtle, {}],
  ])('[F22] two wheels are a differential drive, measured %s', async (_how, text, beside) => {
    const { model } = await imported(text, beside);
    expect(model).toMatchObject({ kind: 'wheeled', drive: { wheels: [0, 1], speedMPerS: 0.5, turnRadPerS: Math.PI } });
    expect(model.drive?.wheelRadiusM).toBeCloseTo(0.033, 3);
    expect(model.drive?.trackM).toBeCloseTo(0.16, 9);
    expect(model.dofs.map(({ name }) => name)).toEqual(['wheel_left_joint', 'wheel_right_joint']);
    expect(drivenDofs(model)).toEqual([]);
    expect(draftOf(model, { pose: at(0, 0, 0) })).toMatchObject({ kind: 'dynamic', dofs: [] });
  });

  it('[F22] what its joints do not say of speed is noted, and taken from them where they do', async () => {
    const { problems } = await imported(turtle, tyres);
    expect(problems).toMatchObject([{ line: 7, message: expect.stringContaining('0.5 m/s is taken') }]);
    const { model, problems: none } = await imported(carrier);
    expect(none).toEqual([]);
    expect(model.drive?.speedMPerS).toBeCloseTo(1.2, 9);
  });

  it('[F22] four wheels: both of a side turn together, and it stands on the ground', async () => {
    const { model } = await imported(husky);
    expect(model).toMatchObject({ kind: 'wheeled', drive: { wheelRadiusM: 0.1651, trackM: 0.5708 } });
    expect(model.dofs).toHaveLength(2);
    for (const link of ['front_left_wheel_link', 'rear_right_wheel_link']) {
      expect(pointOf(model, link, [0, 0, 0], 0)?.z).toBeCloseTo(0.1651, 9);
      // A quarter turn forward: what was on top is in front.
      const [before, after] = [pointOf(model, link, [0, 0, 0.1], 0), pointOf(model, link, [0, 0, 0.1], 0.1651 * (Math.PI / 2))];
      expect((after?.x ?? 0) - (before?.x ?? 0)).toBeCloseTo(0.1, 9);
      expect(after?.z).toBeCloseTo(0.1651, 9);
    }
  });

  it('[F22] wheels come last and roll forward whichever way their joints count; casters and arms keep their joints', async () => {
    const { model } = await imported(carrier);
    expect(model.kind).toBe('wheeled');
    expect(model.tool?.link).toBe(model.links.findIndex(({ name }) => name === 'a3'));
    expect(model.dofs.map(({ name }) => name)).toEqual(['swivel', 'shoulder', 'roll', 'elbow', 'wrist', 'left', 'right']);
    expect(drivenDofs(model)).toHaveLength(5);
    for (const link of ['l', 'r']) expect(pointOf(model, link, [0, 0, 0.1], 0.05 * Math.PI)?.x).toBeCloseTo(0.1, 9);
    // The middle between the wheels, about which it turns, is over the origin.
    expect(pointOf(model, 'base', [0.35, 0, 0], 0)).toMatchObject({ x: 0, y: 0, z: 0 });
  });

  it('[F22] one that faces along y is turned to face along x', async () => {
    const { model } = await imported(
      carrier.replace(
        '<robot name="carrier">',
        '<robot name="c"><link name="root"/><joint name="q" type="fixed"><parent link="root"/><child link="base"/><origin rpy="0 0 1.5707963267948966"/></joint>',
      ),
    );
    expect(model.kind).toBe('wheeled');
    expect(pointOf(model, 'base', [0.45, 0, 0], 0)?.x).toBeCloseTo(0.1, 9);
    expect(pointOf(model, 'l', [0, 0, 0.1], 0.05 * Math.PI)?.x).toBeCloseTo(0.1, 9);
  });

  it.each([
    ['a gripper', urdf],
    ['one wheel', carrier.replace('name="right" type="continuous"', 'name="right" type="fixed"')],
    ['wheels in the air', carrier.replace('xyz="0.2 0 0.3"', 'xyz="0.2 0 0"')],
    ['wheels one behind the other', carrier.replaceAll('0.25 0.1"', '0 0.1"').replace('xyz="0.35 -0 0.1"', 'xyz="-0.35 0 0.1"')],
    ['rotors', carrier.replaceAll('<axis xyz="0 1 0"/><limit effort="5"', '<axis xyz="0 0 1"/><limit effort="5"')],
    ['three wheels across', carrier.replace('rpy="0 0 3.141592653589793"', 'rpy="0 0 2"')],
    ['wheels without a size', carrier.replaceAll('<cylinder radius="0.1" length="0.04"/>', '<sphere radius="0"/>')],
  ])('[F22] %s is no drive: every joint is moved by itself', async (_what, text) => {
    const { model } = await imported(text);
    expect(model.drive).toBeUndefined();
    expect(model.kind).not.toBe('wheeled');
    expect(drivenDofs(model)).toHaveLength(model.dofs.length);
  });

  it.each(['pioneer-3-dx', 'amigobot'])('[F22] [F20] %s comes back as a robot that drives', async (id) => {
    const model = catalog.find((each) => each.id === id) as Model;
    const again = await importBody(await exportBody(model, new Map()));
    expect(again.model.kind).toBe('wheeled');
    expect(again.model.drive?.trackM).toBeCloseTo(model.drive?.trackM ?? 0, 6);
    expect(again.model.drive?.wheelRadiusM).toBeCloseTo(model.drive?.wheelRadiusM ?? 0, 6);
  });

  it('[F22] [F21] four wheels come back too', async () => {
    const { model } = await imported(husky);
    const again = await importBody(await exportBody(model, new Map()));
    expect(again.model.drive).toEqual({
      ...model.drive,
      wheelRadiusM: expect.closeTo(0.1651, 6),
      trackM: expect.closeTo(0.5708, 6),
      speedMPerS: expect.closeTo(0.5, 6),
      turnRadPerS: expect.any(Number),
    });
    expect(pointOf(again.model, 'rear_left_wheel_link', [0, 0, 0.1], 0.1651 * (Math.PI / 2))?.z).toBeCloseTo(0.1651, 6);
  });
});
