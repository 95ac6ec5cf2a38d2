import { type Pose, planarPose } from '../../core/base/pose.ts';
import { between, chance } from '../../core/base/random.ts';
import { aiboErs7 } from '../../core/robots/catalog/aibo-ers-7.ts';
import { amigobot } from '../../core/robots/catalog/amigobot.ts';
import { cardboardBox, smallCardboardBox } from '../../core/robots/catalog/boxes.ts';
import { bookshelf, chair, charger, desk, laptop, longWall, plant, wall } from '../../core/robots/catalog/furniture.ts';
import { pioneer3dx } from '../../core/robots/catalog/pioneer-3-dx.ts';
import { type Demo, type Placed, place } from './demo.ts';
import { patrol } from './habits.ts';
import { type Habit, live } from './life.ts';

const QUARTER = Math.PI / 2;
const DESK_M = 0.74;

const raised = (x: number, y: number, z: number, yawRad: number): Pose => ({ ...planarPose(x, y, yawRad), z });

const robots: readonly Placed[] = [
  place('pioneer-1', pioneer3dx, planarPose(-0.2, -0.1, -0.3), { name: 'Pioneer 1', colour: 8 }),
  place('pioneer-2', pioneer3dx, planarPose(1.6, 0.9, 2.2), { name: 'Pioneer 2', colour: 9 }),
  place('amigobot', amigobot, planarPose(-1.1, 0.75, -0.9), { name: 'AmigoBot', colour: 7 }),
  place('aibo', aiboErs7, planarPose(-1.3, -0.6, 0.2), { name: 'Aibo', colour: 12 }),
];

const furniture: readonly Placed[] = [
  place('back-wall', longWall, planarPose(0.2, 2.6, 0), { name: 'Back wall' }),
  place('left-wall', wall, planarPose(-3.05, 1.05, QUARTER), { name: 'Left wall' }),
  place('left-wall-2', wall, planarPose(-3.05, -2.15, QUARTER), { name: 'Left wall, front' }),
  place('desk-1', desk, planarPose(-1.5, 2.05, 0), { name: 'Desk by the wall' }),
  place('laptop', laptop, raised(-1.4, 2.05, DESK_M, QUARTER - 0.15)),
  place('chair-1', chair, planarPose(-2.0, 1.35, 1.15), { name: 'Green chair', colour: 5 }),
  place('chair-2', chair, planarPose(-1.1, 1.35, 1.9), { name: 'Indigo chair', colour: 9 }),
  place('bookshelf', bookshelf, planarPose(0.55, 2.38, 0)),
  place('desk-2', desk, planarPose(2.35, -1.15, QUARTER), { name: 'Desk in the room' }),
  place('plant-1', plant, planarPose(-2.7, 2.2, 0), { name: 'Plant' }),
  place('plant-2', plant, planarPose(3.0, 1.6, 1), { name: 'Plant by the boxes' }),
  place('charger', charger, planarPose(-2.86, -0.4, 0), { colour: 2 }),
];

const cartons: readonly Placed[] = [
  place('box-1', cardboardBox, planarPose(2.2, 2.25, 0.1), { name: 'Box 1' }),
  place('box-2', smallCardboardBox, raised(2.24, 2.24, 0.3, -0.12), { name: 'Box 2' }),
  place('box-3', smallCardboardBox, planarPose(2.62, 2.3, 0.5), { name: 'Box 3' }),
];

const pioneerRound: readonly (readonly [number, number])[] = [
  [1.6, 1.6],
  [0.2, 1.5],
  [0.4, 0.5],
  [1.5, -0.4],
];
const aiboRound: readonly (readonly [number, number])[] = [
  [-0.6, -0.75],
  [-0.5, -1.5],
  [-1.6, -1.5],
  [-1.9, -0.6],
];

/** While it walks it looks about and wags. */
const lookAbout: Habit['next'] = ({ description }, _step, random) => {
  const dof = (name: string): number => description.dofs.findIndex((candidate) => candidate.name === name);
  return {
    actions: [
      { kind: 'glide', dof: dof('Head turn'), to: between(random, -0.8, 0.8), durationMs: 1500 },
      { kind: 'glide', dof: dof('Tail turn'), to: chance(random, 0.5) ? 0.7 : -0.7, durationMs: 900 },
    ],
    restMs: 700,
  };
};

export const labFloor: Demo = {
  id: 'lab-floor',
  name: 'Lab floor',
  summary: '4 mobile robots among furniture',
  entities: [...furniture, ...cartons, ...robots],
  view: { eye: [2.3, -4.4, 2.7], target: [-0.2, 0.55, 0.25] },
  enliven: (world, ports) =>
    live(
      world,
      [
        patrol('pioneer-2', pioneerRound, { forwardMPerS: 0.4, turnRadPerS: 1.1 }),
        patrol('aibo', aiboRound, { forwardMPerS: 0.14, turnRadPerS: 0.8 }, lookAbout),
      ],
      ports,
    ),
};
